import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordAudit } from '../audit.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { updateUser } from '../users/users.repository.ts';
import type { UsedLink } from './links.service.ts';
import { deleteTokens, SIGN_UP_KINDS } from './one-time-tokens.repository.ts';

/**
 * Uses an invitation: the address is confirmed. Sign-ups that others tried with the address meanwhile are
 * void with their passwords; whoever was invited chooses one when signed in.
 */
export async function useInvitation(
  trx: Trx,
  provider: Provider,
  { user, client }: UsedLink,
): Promise<UserRow> {
  const now = isoNow(provider.clock);
  await deleteTokens(trx, user.id, ['invite', ...SIGN_UP_KINDS]);
  await recordAudit(trx, provider.clock, { action: 'sign_up_confirmed', userId: user.id, client });
  return updateUser(trx, user.id, { email_confirmed_at: user.email_confirmed_at ?? now, updated_at: now });
}
