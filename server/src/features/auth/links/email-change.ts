import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { recordAudit } from '../audit.repository.ts';
import { addressTakenMail, emailChangedMail, emailChangeMail } from '../auth-mails.ts';
import { emailExists, linkExpired } from '../protocol/error-catalogue.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { deleteUnconfirmedUser, findUserByEmail, updateUser } from '../users/users.repository.ts';
import { deleteOldTokens, deleteTokens, MAX_LIVE_LINKS } from './links.repository.ts';
import { type FlowStart, issueLink, type UsedLink } from './links.service.ts';
import { reserveMailSlot } from './mail-pace.ts';

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
export async function resendEmailChangeLinks(
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
  const leavesAt = await reserveMailSlot(trx, provider, {
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
