import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordAudit } from '../audit.ts';
import type { UsedLink } from '../links/links.service.ts';
import { deleteTokens, SIGN_UP_KINDS } from '../links/one-time-tokens.repository.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { updateUser } from '../users/users.repository.ts';

/**
 * Uses a recovery link. Whoever reads the mails of an address owns it, so an address that was never
 * confirmed is so now; but no password of an unconfirmed attempt is taken over, for nobody knows whose it is.
 * A change of address that is under way goes on.
 */
export async function useRecovery(
  trx: Trx,
  provider: Provider,
  { user, client }: UsedLink,
): Promise<UserRow> {
  const now = isoNow(provider.clock);
  await deleteTokens(trx, user.id, ['recovery']);
  await recordAudit(trx, provider.clock, { action: 'recovery_used', userId: user.id, client });
  if (user.email_confirmed_at !== null) return user;
  await deleteTokens(trx, user.id, SIGN_UP_KINDS);
  await recordAudit(trx, provider.clock, { action: 'sign_up_confirmed', userId: user.id, client });
  return updateUser(trx, user.id, { email_confirmed_at: now, updated_at: now });
}
