import type { FastifyInstance } from 'fastify';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { clientFacts } from '../../platform/http/client.ts';
import { confirmationMail } from './auth-mails.ts';
import { parseEmail } from './email-address.ts';
import { sendEmailChangeLinks } from './email-change-links.ts';
import { validationFailed } from './error-catalogue.ts';
import { limitMails, limitRequests } from './limits.ts';
import type { LinkRequest } from './link-requests.ts';
import { issueLink, renewLink } from './links.service.ts';
import { findLatestSignUp } from './one-time-tokens.repository.ts';
import type { Provider } from './provider.ts';
import { RequestBody, redirectOf } from './request-body.ts';
import { lockUserByEmail, updateUser } from './users.repository.ts';

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
    if (type !== 'signup' && type !== 'email_change') {
      throw validationFailed('Type provided requires a phone number');
    }
    if (body.text('email') === '') throw validationFailed('Type provided requires an email address');
    const email = parseEmail(body.text('email'));
    const challenge = body.codeChallenge();
    const redirectTo = redirectOf(provider.settings.redirects, request);
    await limitMails(provider, type, email, request.ip);
    const client = clientFacts(request);
    await transaction(provider.db, (trx) =>
      provider.linkRequests.enqueue(trx, { kind: type, email, redirectTo, challenge, client }),
    );
    return {};
  });
}

/** Gives the latest attempt to sign up a new link, in place of its old one, and mails it. */
async function sendConfirmationAgain(trx: Trx, provider: Provider, request: LinkRequest): Promise<void> {
  const user = await lockUserByEmail(trx, request.email);
  if (!user || user.email_confirmed_at !== null) return;
  const now = isoNow(provider.clock);
  const attempt = await findLatestSignUp(trx, user.id);
  const link = attempt
    ? await renewLink(trx, provider, { id: attempt.id, kind: 'signup' }, request)
    : await issueLink(trx, provider, { ...request, kind: 'signup', userId: user.id });
  await updateUser(trx, user.id, { confirmation_sent_at: now, updated_at: now });
  await provider.mailer.enqueue(trx, {
    kind: 'auth.confirm',
    to: user.email,
    ...confirmationMail(provider, link),
  });
}

/** Sends both links of a change of address anew; those of before stop working. */
async function sendEmailChangeAgain(trx: Trx, provider: Provider, request: LinkRequest): Promise<void> {
  const user = await lockUserByEmail(trx, request.email);
  if (!user || user.new_email === null) return;
  await sendEmailChangeLinks(trx, provider, user, user.new_email, request);
}
