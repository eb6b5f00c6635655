import type { FastifyInstance } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import { accountExistsMail, confirmationMail } from '../auth-mails.ts';
import { deleteOldAttempts, deleteTokens, SIGN_UP_KINDS } from '../links/links.repository.ts';
import { issueLink } from '../links/links.service.ts';
import { reserveMailSlot } from '../links/mail-pace.ts';
import { redirectOf } from '../links/redirect-target.ts';
import { hashAttemptedPassword, keepAttemptedPassword } from '../passwords/attempted-passwords.ts';
import { requireStrongPassword } from '../passwords/password-policy.ts';
import {
  anonymousDisabled,
  phoneDisabled,
  userAlreadyExists,
  validationFailed,
} from '../protocol/error-catalogue.ts';
import { limitMails, limitRequests } from '../protocol/limits.ts';
import { type Metadata, parseEmail, parseMetadata, RequestBody } from '../protocol/request-body.ts';
import { presentUser, type UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { type GrantedSession, openSession, presentSession } from '../sessions/sessions.service.ts';
import type { CodeChallenge } from '../tokens/pkce.ts';
import { insertOrLockUser, newUserRow, updateUser } from '../users/users.repository.ts';
import { nameAttempt } from './sign-up-cookie.ts';

interface SignUp {
  email: string;
  passwordHash: string;
  /** Names the attempt to the browser that made it. */
  browserHash: string;
  metadata: Metadata;
  challenge: CodeChallenge | undefined;
  redirectTo: string;
  client: ClientFacts;
}

/**
 * `POST /signup`. Whether the address is new, waits for its confirmation or has an account, the reply, its
 * time and its limits are the same; only the mail to its owner differs.
 */
export function addSignUp(scope: FastifyInstance, provider: Provider): void {
  scope.post('/signup', async (request, reply) => {
    const body = new RequestBody(request.body);
    const typed = { email: body.text('email'), phone: body.text('phone'), password: body.text('password') };
    if (typed.email === '' && typed.phone === '') throw anonymousDisabled();
    await limitRequests(provider, 'signup', request.ip);
    if (typed.password === '') throw validationFailed('Signup requires a valid password');
    requireStrongPassword(typed.password, provider.settings.passwordMinLength);
    if (typed.email !== '' && typed.phone !== '') {
      throw validationFailed('Only an email address or phone number should be provided on signup.');
    }
    if (typed.phone !== '') throw phoneDisabled(400, 'Phone signups are disabled');
    const challenge = body.codeChallenge();
    const email = parseEmail(typed.email);
    const metadata = parseMetadata(body.value('data'));
    if (!provider.settings.autoconfirm) await limitMails(provider, 'signup', email, { ip: request.ip });

    const signUp: SignUp = {
      email,
      passwordHash: await hashAttemptedPassword(provider, email, typed.password),
      browserHash: provider.settings.autoconfirm ? '' : nameAttempt(provider, request, reply),
      metadata,
      challenge,
      redirectTo: redirectOf(provider.settings.redirects, request),
      client: clientFacts(request),
    };
    if (provider.settings.autoconfirm) {
      const granted = await transaction(provider.db, (trx) => signUpConfirmed(trx, provider, signUp));
      return presentSession(provider, granted);
    }
    return presentUser(
      await transaction(provider.db, (trx) => requestConfirmation(trx, provider, signUp)),
      [],
    );
  });
}

/**
 * Stores the attempt with its own link and mails it.
 * @returns what the reply shows: this attempt, and nothing of what was there before it
 */
async function requestConfirmation(trx: Trx, provider: Provider, signUp: SignUp): Promise<UserRow> {
  const { email, client } = signUp;
  const now = isoNow(provider.clock);
  // The row that a new address gets. Where there is one already, it is only the face of the reply: its random
  // id and its metadata are this request's, so that nothing is learned of an account or of another attempt.
  const shown = { ...newUserRow(email, now, signUp.metadata), confirmation_sent_at: now };
  const user = await insertOrLockUser(trx, { ...shown, user_metadata: '{}' });

  const hasAccount = user.email_confirmed_at !== null;
  const kind = hasAccount ? 'auth.account-exists' : 'auth.confirm';
  const leavesAt = await reserveMailSlot(trx, provider, {
    purpose: 'signup',
    kind,
    to: email,
    audience: hasAccount ? 'accounts' : 'strangers',
    isCoalesced: true,
  });
  // The same is written either way, so that the time it takes says nothing: where there is an account, the link
  // confirms nothing and goes to nobody.
  const link = await issueLink(trx, provider, {
    kind: 'signup',
    userId: user.id,
    email,
    challenge: signUp.challenge,
    redirectTo: signUp.redirectTo,
    leavesAt,
    ...(hasAccount
      ? { withoutMail: 'for-nobody' }
      : {
          ...(leavesAt ? {} : { withoutMail: 'one-waits' }),
          attempt: {
            passwordHash: signUp.passwordHash,
            metadata: JSON.stringify(signUp.metadata),
            browserHash: signUp.browserHash,
          },
        }),
  });
  await deleteOldAttempts(trx, user.id);
  await keepAttemptedPassword(trx, provider, email, signUp.passwordHash);
  await updateUser(
    trx,
    user.id,
    hasAccount ? { updated_at: user.updated_at } : { confirmation_sent_at: now },
  );
  const mail = hasAccount ? accountExistsMail(provider) : confirmationMail(provider, link);
  if (leavesAt) await provider.mailer.enqueue(trx, { kind, to: email, leavesAt, ...mail });
  await recordAudit(trx, provider.clock, { action: 'sign_up_requested', userId: user.id, client });
  return shown;
}

/** With AUTH_AUTOCONFIRM: the account is confirmed and signed in at once. */
async function signUpConfirmed(trx: Trx, provider: Provider, signUp: SignUp): Promise<GrantedSession> {
  const now = isoNow(provider.clock);
  const user = await insertOrLockUser(trx, newUserRow(signUp.email, now));
  if (user.email_confirmed_at !== null) throw userAlreadyExists();
  await deleteTokens(trx, user.id, SIGN_UP_KINDS);
  const confirmed = await updateUser(trx, user.id, {
    password_hash: signUp.passwordHash,
    user_metadata: JSON.stringify(signUp.metadata),
    email_confirmed_at: now,
    updated_at: now,
  });
  await recordAudit(trx, provider.clock, {
    action: 'sign_up_confirmed',
    userId: user.id,
    client: signUp.client,
    detail: { by: 'configuration' },
  });
  return openSession(trx, provider, confirmed, 'password', signUp.client);
}
