import type { FastifyInstance } from 'fastify';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { confirmationMail } from './auth-mails.ts';
import { parseEmail } from './email-address.ts';
import { validationFailed } from './error-catalogue.ts';
import { limitMails, limitRequests } from './limits.ts';
import type { LinkRequestRow } from './link-requests.ts';
import { challengeOf, newLink } from './links.service.ts';
import { findLatestSignUp, insertToken, renewToken } from './one-time-tokens.repository.ts';
import type { Provider } from './provider.ts';
import { RequestBody, redirectOf } from './request-body.ts';
import { lockUserByEmail, updateUser } from './users.repository.ts';

const KNOWN_TYPES = ['signup', 'email_change', 'sms', 'phone_change'];

/** `POST /resend`. The reply is the same whether or not there is anything to send. */
export function addResend(scope: FastifyInstance, provider: Provider): void {
  provider.linkRequests.handle('signup', (trx, request) => sendConfirmationAgain(trx, provider, request));

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
    await transaction(provider.db, (trx) =>
      provider.linkRequests.enqueue(trx, { kind: type, email, redirectTo, challenge }),
    );
    return {};
  });
}

/** Gives the latest attempt to sign up a new link, in place of its old one, and mails it. */
async function sendConfirmationAgain(trx: Trx, provider: Provider, request: LinkRequestRow): Promise<void> {
  const user = await lockUserByEmail(trx, request.email);
  if (!user || user.email_confirmed_at !== null) return;
  const now = isoNow(provider.clock);
  const challenge = challengeOf(request);
  const link = newLink(provider, 'signup', challenge, request.redirect_to);
  const attempt = await findLatestSignUp(trx, user.id);
  if (attempt) {
    await renewToken(trx, attempt.id, { tokenHash: link.tokenHash, challenge, expiresAt: link.expiresAt });
  } else {
    await insertToken(trx, {
      id: newId(),
      token_hash: link.tokenHash,
      user_id: user.id,
      kind: 'signup',
      email: user.email,
      pending_password_hash: null,
      pending_metadata: null,
      challenge: request.challenge,
      challenge_method: request.challenge_method,
      created_at: now,
      expires_at: link.expiresAt,
    });
  }
  await updateUser(trx, user.id, { confirmation_sent_at: now, updated_at: now });
  await provider.mailer.enqueue(trx, {
    kind: 'auth.confirm',
    to: user.email,
    ...confirmationMail(provider, link.url),
  });
}
