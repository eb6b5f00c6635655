import type { FastifyInstance } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { clientFacts } from '../../../platform/http/client.ts';
import { accountExistsMail, confirmationMail } from '../auth-mails.ts';
import { isSignUpRecent } from '../passwords/attempted-passwords.ts';
import { phoneDisabled, validationFailed } from '../protocol/error-catalogue.ts';
import { limitMails, limitRequests } from '../protocol/limits.ts';
import { parseEmail, RequestBody } from '../protocol/request-body.ts';
import type { Provider } from '../provider.ts';
import { findCaller } from '../sessions/known-device.ts';
import { lockUserByEmail, updateUser } from '../users/users.repository.ts';
import { resendEmailChangeLinks } from './email-change.ts';
import type { LinkRequest } from './link-requests.ts';
import { deleteOldResentLinks } from './links.repository.ts';
import { issueLink } from './links.service.ts';
import { reserveMailSlot } from './mail-pace.ts';
import { redirectOf } from './redirect-target.ts';

/**
 * Resent links that work side by side, so that another caller's resend never voids the link that
 * the user waits for.
 */
const MAX_RESENT_LINKS = 5;
const KNOWN_TYPES = ['signup', 'email_change', 'sms', 'phone_change'];

/** `POST /resend`. The reply is the same whether or not there is anything to send. */
export function addResend(scope: FastifyInstance, provider: Provider): void {
  provider.linkRequests.handle('signup', (trx, request) => sendConfirmationAgain(trx, provider, request));
  provider.linkRequests.handle('email_change', (trx, request) =>
    sendEmailChangeAgain(trx, provider, request),
  );

  scope.post('/resend', async (request) => {
    const body = new RequestBody(request.body);
    const type = body.text('type');
    if (!KNOWN_TYPES.includes(type)) {
      throw validationFailed(`Missing one of these types: ${KNOWN_TYPES.join(', ')}`);
    }
    await limitRequests(provider, 'resend', request.ip);
    requireMailType(type, { email: body.text('email'), phone: body.text('phone') });
    const email = parseEmail(body.text('email'));
    const challenge = body.codeChallenge();
    const redirectTo = redirectOf(provider.settings.redirects, request);
    await limitMails(provider, type, email, await findCaller(provider, request, email));
    const client = clientFacts(request);
    await transaction(provider.db, (trx) =>
      provider.linkRequests.enqueue(trx, { kind: type, email, redirectTo, challenge, client }),
    );
    return {};
  });
}

/** Refuses types that aren't sent by mail, with the protocol's reason. */
function requireMailType(
  type: string,
  { email, phone }: { email: string; phone: string },
): asserts type is 'signup' | 'email_change' {
  if (email !== '' && phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided.');
  }
  const isMailType = type === 'signup' || type === 'email_change';
  if (phone !== '') throw phoneDisabled(400);
  if (!isMailType) throw validationFailed('Type provided requires a phone number');
  if (email === '') throw validationFailed('Type provided requires an email address');
}

/**
 * Mails one more link, which proves the address like the first ones. Attempts and their links stay
 * as they are: a resend can't void another user's link.
 */
async function sendConfirmationAgain(trx: Trx, provider: Provider, request: LinkRequest): Promise<void> {
  const user = await lockUserByEmail(trx, request.email);
  if (!user) return;
  if (user.email_confirmed_at !== null) return remindOfAccount(trx, provider, user.email);
  const leavesAt = await reserveSlot(trx, provider, user.email, 'auth.confirm');
  if (!leavesAt) return;
  const now = isoNow(provider.clock);
  const link = await issueLink(trx, provider, { ...request, kind: 'signup', userId: user.id, leavesAt });
  await deleteOldResentLinks(trx, user.id, MAX_RESENT_LINKS);
  await updateUser(trx, user.id, { confirmation_sent_at: now, updated_at: now });
  await provider.mailer.enqueue(trx, {
    kind: 'auth.confirm',
    to: user.email,
    leavesAt,
    ...confirmationMail(provider, link),
  });
}

/**
 * A user who signed up with the address of an account, and waits for the mail, gets the explanation
 * by mail.
 */
async function remindOfAccount(trx: Trx, provider: Provider, email: string): Promise<void> {
  if (!(await isSignUpRecent(trx, provider, email))) return;
  const leavesAt = await reserveSlot(trx, provider, email, 'auth.account-exists');
  if (!leavesAt) return;
  await provider.mailer.enqueue(trx, {
    kind: 'auth.account-exists',
    to: email,
    leavesAt,
    ...accountExistsMail(provider),
  });
}

async function reserveSlot(
  trx: Trx,
  provider: Provider,
  to: string,
  kind: 'auth.confirm' | 'auth.account-exists',
): Promise<Date | undefined> {
  const audience = kind === 'auth.account-exists' ? 'accounts' : 'strangers';
  return reserveMailSlot(trx, provider, { purpose: 'signup', kind, to, audience, isCoalesced: true });
}

/**
 * Sends more links for a pending change of address; earlier links and confirmations still count.
 */
async function sendEmailChangeAgain(trx: Trx, provider: Provider, request: LinkRequest): Promise<void> {
  const user = await lockUserByEmail(trx, request.email);
  if (!user || user.new_email === null) return;
  await resendEmailChangeLinks(trx, provider, user, user.new_email, request);
}
