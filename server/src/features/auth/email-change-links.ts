import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { emailChangeMail } from './auth-mails.ts';
import { type FlowStart, replaceLink } from './links.service.ts';
import type { Provider } from './provider.ts';
import type { UserRow } from './user.presenter.ts';
import { updateUser } from './users.repository.ts';

/**
 * Begins a change of address: one link to the new address, one to the current one, and both are needed. What
 * was begun before is void.
 * @param user whose row the transaction has locked
 */
export async function sendEmailChangeLinks(
  trx: Trx,
  provider: Provider,
  user: UserRow,
  newEmail: string,
  start: FlowStart,
): Promise<UserRow> {
  const now = isoNow(provider.clock);
  for (const [kind, email] of [
    ['email_change_current', user.email],
    ['email_change_new', newEmail],
  ] as const) {
    const link = await replaceLink(trx, provider, {
      kind,
      userId: user.id,
      email,
      challenge: start.challenge,
      redirectTo: start.redirectTo,
    });
    const mail = emailChangeMail(provider, { kind, current: user.email, next: newEmail, link });
    await provider.mailer.enqueue(trx, { kind: 'auth.email-change', to: email, ...mail });
  }
  return updateUser(trx, user.id, {
    new_email: newEmail,
    email_change_sent_at: now,
    email_change_confirmed: null,
    updated_at: now,
  });
}
