import { LINK_SECONDS } from '@atelier/domain/auth/rules.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isoIn, isoNow, isWithinLast } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../audit.repository.ts';
import { passwordChangedMail, reauthenticationMail } from '../auth-mails.ts';
import {
  consumeToken,
  deleteCodesOfUser,
  deleteTokens,
  findLiveToken,
  insertToken,
} from '../links/links.repository.ts';
import { newMailCode } from '../links/links.service.ts';
import {
  currentPasswordInvalid,
  currentPasswordRequired,
  emailNotConfirmed,
  reauthenticationNeeded,
  reauthenticationNotValid,
  samePassword,
} from '../protocol/errors.ts';
import { limitCodes, limitMails, limitRequests, limitSignIns } from '../protocol/limits.ts';
import type { RequestBody } from '../protocol/request-body.ts';
import { parseUserMetadata, type UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { findKnownDevice } from '../sessions/cookies.ts';
import { deleteSessions } from '../sessions/sessions.repository.ts';
import { type Bearer, lockCaller, requireBearer } from '../sessions/sessions.service.ts';
import { NO_EMAIL_CHANGE, updateUser } from '../users/users.repository.ts';
import { forgetAttemptedPassword, passwordOwner, requireStrongPassword } from './passwords.ts';

const KIND = 'reauthentication';

/** `GET /reauthenticate`: mails a code that a change of password may need. */
export function addReauthenticate(scope: FastifyInstance, provider: Provider): void {
  scope.get('/reauthenticate', async (request) => {
    const bearer = await requireBearer(provider, request);
    await limitRequests(provider, 'reauthenticate', request.ip);
    const { email, email_confirmed_at: confirmedAt } = bearer.user;
    if (confirmedAt === null) throw emailNotConfirmed(422);
    await limitMails(provider, 'reauthentication', email, { ip: request.ip });
    await transaction(provider.db, async (trx) => {
      const user = await lockCaller(trx, bearer);
      const code = await issueReauthenticationCode(trx, provider, user);
      const now = isoNow(provider.clock);
      await updateUser(trx, user.id, { reauthentication_sent_at: now, updated_at: now });
      await provider.mailer.enqueue(trx, { to: user.email, ...reauthenticationMail(provider, code) });
    });
    return {};
  });
}

/** Stores a new code of six digits in the place of an older one, and returns it for the mail. */
async function issueReauthenticationCode(trx: Trx, provider: Provider, user: UserRow): Promise<string> {
  const code = newMailCode();
  await deleteTokens(trx, user.id, [KIND]);
  await insertToken(trx, {
    id: newId(),
    token_hash: hashCode(provider, user.id, code),
    user_id: user.id,
    kind: KIND,
    email: user.email,
    pending_password_hash: null,
    pending_metadata: null,
    browser_hash: null,
    code_hash: null,
    code_tries: 0,
    challenge: null,
    challenge_method: null,
    created_at: isoNow(provider.clock),
    expires_at: isoIn(provider.clock, LINK_SECONDS),
  });
  return code;
}

/** Consumes a code. The caller limits the tries. Throws reauthentication_not_valid. */
async function consumeReauthenticationCode(
  trx: Trx,
  provider: Provider,
  userId: string,
  code: string,
): Promise<void> {
  const hash = hashCode(provider, userId, code.trim());
  const found = await findLiveToken(trx, hash, [KIND], isoNow(provider.clock));
  if (!found || !(await consumeToken(trx, found.id))) throw reauthenticationNotValid();
}

/** A million codes are soon tried, so a copy of the database must not be enough: the hash has a key. */
function hashCode({ secret }: Pick<Provider, 'secret'>, userId: string, code: string): string {
  return secret.hmac('auth.reauthentication', `${userId}:${code}`).toString('base64url');
}

/** The age from which a session needs a code, if codes are required. */
const FRESH_SECONDS = 24 * 3_600;
/** Ways of signing in by mail, for users without the password. */
const BY_MAIL: readonly string[] = ['otp', 'magiclink', 'recovery', 'invite', 'email/signup', 'email_change'];
/** How long after a sign-in by mail the user needs no current password. */
const MAIL_PROOF_SECONDS = 15 * 60;

/** A password that may be set, already hashed: hashing has no place in a transaction. */
export interface NewPassword {
  hash: string;
  /** The code from a mail that is consumed with it. */
  code: string | undefined;
}

/**
 * Checks a new password and what the settings ask for beside it.
 * @throws weak_password, same_password, current_password_required, current_password_invalid,
 * reauthentication_needed
 */
export async function preparePassword(
  provider: Provider,
  bearer: Bearer,
  body: RequestBody,
  request: FastifyRequest,
): Promise<NewPassword> {
  const { settings, hasher } = provider;
  const { user, session } = bearer;
  const password = body.text('password');
  requireStrongPassword(provider, password, passwordOwner(user.email, parseUserMetadata(user)));
  let code: string | undefined;
  if (settings.passwordChange === 'code' && !isWithinLast(provider.clock, session.createdAt, FRESH_SECONDS)) {
    code = body.text('nonce');
    if (code === '') throw reauthenticationNeeded();
    await limitCodes(provider, user.id);
  }
  if (settings.passwordChange === 'current-password' && needsCurrentPassword(provider, bearer)) {
    if (body.text('current_password') === '') throw currentPasswordRequired();
    const caller = { ip: request.ip, device: findKnownDevice(provider, request, user) };
    const takeBack = await limitSignIns(provider, user.email, caller);
    const isRight = await hasher.verify(user.password_hash, body.text('current_password'));
    if (!isRight) throw currentPasswordInvalid();
    await takeBack();
  }
  if (user.password_hash !== null && (await hasher.verify(user.password_hash, password)))
    throw samePassword();
  return { hash: await hasher.hash(password), code };
}

/**
 * An account without a password has none to give, and a user who just signed in by mail may have
 * lost it.
 */
function needsCurrentPassword({ clock }: Pick<Provider, 'clock'>, { user, session }: Bearer): boolean {
  if (user.password_hash === null) return false;
  return !session.methods.some(
    ({ method, timestamp }) =>
      BY_MAIL.includes(method) &&
      isWithinLast(clock, new Date(timestamp * 1000).toISOString(), MAIL_PROOF_SECONDS),
  );
}

/**
 * Sets a password. All other sessions end, and every link, code and pending change is void, so that
 * no one who knew the old password or holds a link stays in. A mail informs the owner.
 * @param change.user whose row the transaction has locked
 * @throws reauthentication_not_valid
 */
export async function changePassword(
  trx: Trx,
  provider: Provider,
  change: { user: UserRow; sessionId: string; password: NewPassword; client: ClientFacts },
): Promise<UserRow> {
  const { user, sessionId, password, client } = change;
  if (password.code !== undefined) await consumeReauthenticationCode(trx, provider, user.id, password.code);
  await deleteTokens(trx, user.id);
  await forgetAttemptedPassword(trx, provider, user);
  await deleteCodesOfUser(trx, user.id);
  await deleteSessions(trx, user.id, 'others', sessionId);
  await recordAudit(trx, provider.clock, { action: 'password_changed', userId: user.id, client });
  await provider.mailer.enqueue(trx, { to: user.email, ...passwordChangedMail(provider) });
  return updateUser(trx, user.id, {
    password_hash: password.hash,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    ...NO_EMAIL_CHANGE,
    reauthentication_sent_at: null,
    updated_at: isoNow(provider.clock),
  });
}
