import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { recordAudit } from '../audit.repository.ts';
import { addressTakenMail, emailChangedMail, emailChangeMail } from '../auth-mails.ts';
import { emailExists, linkExpired } from '../protocol/errors.ts';
import { reserveMailSlot } from '../protocol/limits.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import {
  deleteUnconfirmedUser,
  findUserByEmail,
  NO_EMAIL_CHANGE,
  updateUser,
} from '../users/users.repository.ts';
import { deleteOldTokens, deleteTokens, MAX_LIVE_LINKS } from './links.repository.ts';
import { type FlowStart, issueLink, type UsedLink } from './links.service.ts';

/**
 * Begins a change of address: one link to the new address, one to the current one, and both are needed. A
 * pending change is void. If another account holds the new address, its link isn't mailed and the
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
    ...(isNotice ? { withoutMail: 'no-recipient' } : {}),
  });
  if (!leavesAt) return;
  const mail = isNotice
    ? addressTakenMail(provider)
    : emailChangeMail(provider, { kind, current: user.email, next: newEmail, link });
  await provider.mailer.enqueue(trx, { to: email, leavesAt, ...mail });
}

/**
 * Uses one of the two links of a change of address, in either order. The address changes with the second
 * one; after the first there is nothing but the other link to wait for.
 * @returns the user with the new address; undefined after the first link
 * @throws email_exists if another account has taken the address meanwhile
 */
export async function confirmEmailChange(
  trx: Trx,
  provider: Provider,
  { token, user, client }: UsedLink,
): Promise<UserRow | undefined> {
  const now = isoNow(provider.clock);
  const { kind } = token;
  const { new_email: email } = user;
  if (email === null || (kind !== 'email_change_current' && kind !== 'email_change_new')) {
    throw linkExpired();
  }
  if (user.email_change_confirmed === null) {
    await updateUser(trx, user.id, { email_change_confirmed: kind, updated_at: now });
    const action = 'email_change_half_confirmed';
    await recordAudit(trx, provider.clock, { action, userId: user.id, client });
    return undefined;
  }
  if (user.email_change_confirmed === kind) throw linkExpired();
  // Links that went to the old address are no longer its owner's to use.
  await deleteTokens(trx, user.id);
  // An unconfirmed sign-up with the address doesn't hold it: its owner has just confirmed it here.
  await deleteUnconfirmedUser(trx, email);
  await recordAudit(trx, provider.clock, { action: 'email_changed', userId: user.id, client });
  await provider.mailer.enqueue(trx, { to: user.email, ...emailChangedMail(provider, email) });
  return refuseTakenEmail(async () => {
    const changed = await updateUser(trx, user.id, {
      ...NO_EMAIL_CHANGE,
      email,
      email_confirmed_at: user.email_confirmed_at ?? now,
      updated_at: now,
    });
    await provider.userEmailChanged(trx, user.id, email);
    return changed;
  });
}

/** Throws email_exists if the work gives a user the address of another. */
export async function refuseTakenEmail<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isUniqueViolation(error, 'auth_users', ['email']) ? emailExists() : error;
  }
}
