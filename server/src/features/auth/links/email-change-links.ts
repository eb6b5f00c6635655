import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { addressTakenMail, emailChangeMail } from '../auth-mails.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { findUserByEmail, updateUser } from '../users/users.repository.ts';
import { type FlowStart, issueLink } from './links.service.ts';
import { takeMailPlace } from './mail-pace.ts';
import { deleteOldTokens, deleteTokens, MAX_LIVE_LINKS } from './one-time-tokens.repository.ts';

/**
 * Begins a change of address: one link to the new address, one to the current one, and both are needed. What
 * was begun before is void. If another account holds the new address, its link isn't mailed and the
 * holder gets a notice instead; the user sees no difference.
 * @param user whose row the transaction has locked
 */
export async function sendEmailChangeLinks(
  trx: Trx,
  provider: Provider,
  user: UserRow,
  newEmail: string,
  start: FlowStart,
): Promise<UserRow> {
  await deleteTokens(trx, user.id, KINDS);
  const change: Change = { user, newEmail, start, isTaken: await isTaken(trx, newEmail) };
  for (const kind of KINDS) await sendLink(trx, provider, change, { kind, isAgain: false });
  return updateUser(trx, user.id, {
    new_email: newEmail,
    email_change_sent_at: isoNow(provider.clock),
    email_change_confirmed: null,
    updated_at: isoNow(provider.clock),
  });
}

/**
 * Resends the links of a pending change. Anyone can ask for that, so earlier links stay, and a
 * confirmed half stays confirmed.
 * @param user whose row the transaction has locked
 */
export async function sendMoreEmailChangeLinks(
  trx: Trx,
  provider: Provider,
  user: UserRow,
  newEmail: string,
  start: FlowStart,
): Promise<void> {
  const change: Change = { user, newEmail, start, isTaken: await isTaken(trx, newEmail) };
  for (const kind of KINDS) {
    if (kind === user.email_change_confirmed) continue;
    await sendLink(trx, provider, change, { kind, isAgain: true });
    await deleteOldTokens(trx, user.id, kind, MAX_LIVE_LINKS);
  }
  await updateUser(trx, user.id, { email_change_sent_at: isoNow(provider.clock) });
}

const KINDS = ['email_change_current', 'email_change_new'] as const;

interface Change {
  user: UserRow;
  newEmail: string;
  start: FlowStart;
  /** Whether another account holds the new address. */
  isTaken: boolean;
}

/** An unconfirmed sign-up doesn't hold its address. */
async function isTaken(trx: Trx, newEmail: string): Promise<boolean> {
  const holder = await findUserByEmail(trx, newEmail);
  return holder !== undefined && holder.email_confirmed_at !== null;
}

/**
 * Stores one of the two links, and mails it or the notice. On a resend it stores nothing if no mail
 * would leave.
 */
async function sendLink(
  trx: Trx,
  provider: Provider,
  { user, newEmail, start, isTaken }: Change,
  { kind, isAgain }: { kind: (typeof KINDS)[number]; isAgain: boolean },
): Promise<void> {
  const email = kind === 'email_change_new' ? newEmail : user.email;
  const isNotice = isTaken && kind === 'email_change_new';
  const leavesAt = await takeMailPlace(trx, provider, {
    purpose: 'email_change',
    kind: isNotice ? 'auth.address-taken' : 'auth.email-change',
    to: email,
    audience: 'changes',
    isCoalesced: isNotice || isAgain,
  });
  if (isAgain && !leavesAt) return;
  const link = await issueLink(trx, provider, {
    kind,
    leavesAt,
    userId: user.id,
    email,
    challenge: start.challenge,
    redirectTo: start.redirectTo,
    ...(isNotice ? { withoutMail: 'for-nobody' } : {}),
  });
  if (!leavesAt) return;
  const mail = isNotice
    ? ({ kind: 'auth.address-taken', ...addressTakenMail(provider) } as const)
    : ({
        kind: 'auth.email-change',
        ...emailChangeMail(provider, { kind, current: user.email, next: newEmail, link }),
      } as const);
  await provider.mailer.enqueue(trx, { to: email, leavesAt, ...mail });
}
