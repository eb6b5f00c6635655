import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { recordAudit } from '../audit.ts';
import { emailChangedMail } from '../auth-mails.ts';
import { emailExists, linkExpired } from '../protocol/error-catalogue.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { deleteUnconfirmedUser, updateUser } from '../users/users.repository.ts';
import type { UsedLink } from './links.service.ts';
import { deleteTokens } from './one-time-tokens.repository.ts';

/**
 * Uses one of the two links of a change of address, in either order. The address changes with the second
 * one; after the first there is nothing but the other link to wait for.
 * @returns the user with the new address; undefined after the first link
 * @throws email_exists when somebody took the address meanwhile
 */
export async function confirmEmailChange(
  trx: Trx,
  provider: Provider,
  { token, user, client }: UsedLink,
): Promise<UserRow | undefined> {
  const now = isoNow(provider.clock);
  const { kind } = token;
  if (user.new_email === null || (kind !== 'email_change_current' && kind !== 'email_change_new')) {
    throw linkExpired();
  }
  if (user.email_change_confirmed === null) {
    await updateUser(trx, user.id, { email_change_confirmed: kind, updated_at: now });
    await recordAudit(trx, provider.clock, {
      action: 'email_change_half_confirmed',
      userId: user.id,
      client,
    });
    return undefined;
  }
  if (user.email_change_confirmed === kind) throw linkExpired();
  // Links that went to the old address are no longer its owner's to use.
  await deleteTokens(trx, user.id);
  // Somebody may have signed up with the address without ever confirming it: whoever reads its mails has now.
  await deleteUnconfirmedUser(trx, user.new_email);
  await recordAudit(trx, provider.clock, { action: 'email_changed', userId: user.id, client });
  await provider.mailer.enqueue(trx, {
    kind: 'auth.email-changed',
    to: user.email,
    ...emailChangedMail(provider, user.new_email),
  });
  try {
    const changed = await updateUser(trx, user.id, {
      email: user.new_email,
      new_email: null,
      email_change_sent_at: null,
      email_change_confirmed: null,
      email_confirmed_at: user.email_confirmed_at ?? now,
      updated_at: now,
    });
    await provider.userEmailChanged(trx, user.id, user.new_email);
    return changed;
  } catch (error) {
    throw isUniqueViolation(error, 'auth_users', ['email']) ? emailExists() : error;
  }
}
