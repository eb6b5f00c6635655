import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { recordAudit } from './audit.ts';
import type { UsedLink } from './links.service.ts';
import { deleteTokens } from './one-time-tokens.repository.ts';
import type { Provider } from './provider.ts';
import type { UserRow } from './user.presenter.ts';
import { updateUser } from './users.repository.ts';

/**
 * Confirms a sign-up: password and metadata become those of the attempt that this link is of, and all other
 * attempts on the address are void. Who signed up with somebody's address first gains nothing by it.
 */
export async function confirmSignUp(
  trx: Trx,
  provider: Provider,
  { token, user, client }: UsedLink,
): Promise<UserRow> {
  const now = isoNow(provider.clock);
  await deleteTokens(trx, user.id, ['signup']);
  await recordAudit(trx, provider.clock, { action: 'sign_up_confirmed', userId: user.id, client });
  return updateUser(trx, user.id, {
    // A link without an attempt of its own (an account made by an admin) keeps what the account has.
    password_hash: token.pending_password_hash ?? user.password_hash,
    user_metadata: token.pending_metadata ?? user.user_metadata,
    email_confirmed_at: now,
    updated_at: now,
  });
}
