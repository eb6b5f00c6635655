import { emailToFind } from '@atelier/domain/email-address.ts';
import type { FastifyInstance, FastifyRequest, onResponseHookHandler } from 'fastify';
import { Counter } from 'prom-client';
import { isoNow, isWithinLast } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, clientFacts } from '../../../platform/http/client.ts';
import { hashSecret } from '../../../platform/link-secret.ts';
import { recordAudit } from '../audit.repository.ts';
import { countFailedTry, deleteCode, findCode, lockCode } from '../links/links.repository.ts';
import {
  findWeakness,
  isAttemptedPassword,
  type PasswordWeakness,
  passwordOwner,
} from '../passwords/passwords.ts';
import {
  AuthError,
  badCodeVerifier,
  emailNotConfirmed,
  flowStateExpired,
  flowStateNotFound,
  invalidCredentials,
  phoneDisabled,
  refreshTokenForeign,
  refreshTokenMalformed,
  refreshTokenNotFound,
  refreshTokenUsed,
  refreshUserBanned,
  sessionExpired,
  unsupportedGrantType,
  userBanned,
  validationFailed,
} from '../protocol/errors.ts';
import { limitRequests, limitSignIns } from '../protocol/limits.ts';
import { isVerifierOf, queryText, RequestBody } from '../protocol/request-body.ts';
import { parseUserMetadata } from '../protocol/user.presenter.ts';
import { CODE_SECONDS, type Provider, REFRESH_REUSE_SECONDS } from '../provider.ts';
import { findKnownDevice, rememberDevice } from '../sessions/cookies.ts';
import { isSessionOver } from '../sessions/session-ages.ts';
import {
  deleteSessions,
  findSessionOwner,
  lockSession,
  type SessionRow,
  updateSession,
} from '../sessions/sessions.repository.ts';
import {
  type GrantedSession,
  grantOrRefuse,
  openSession,
  presentSession,
  type Refused,
  type SignInMethod,
} from '../sessions/sessions.service.ts';
import { findUser, findUserByEmail, isBanned, lockUser } from '../users/users.repository.ts';
import { encodeRefreshToken, isSignedWith, parseRefreshToken, type RefreshToken } from './refresh-token.ts';

/**
 * Signs in by address and password. An unknown address, one without a password and a wrong password are
 * not distinguishable by the answer or its time. Only a caller who knows its password learns that an
 * account is disabled. Only a caller who knows the password of a sign-up learns that the address waits
 * for its confirmation, with or without an account.
 */
async function grantByPassword(
  provider: Provider,
  body: RequestBody,
  request: FastifyRequest,
): Promise<GrantedSession & { weakness?: PasswordWeakness }> {
  const [email, password] = [emailToFind(body.text('email')), body.text('password')];
  if (email !== '' && body.text('phone') !== '') {
    throw validationFailed('Only an email address or phone number should be provided on login.');
  }
  if (body.text('phone') !== '') throw phoneDisabled(400);
  if (email === '') throw validationFailed('missing email or phone');
  const found = await findUserByEmail(provider.db, email);
  const device = findKnownDevice(provider, request, found);
  const takeBack = await limitSignIns(provider, email, { ip: request.ip, device });

  const isRight = await provider.hasher.verify(found?.password_hash, password);
  if (!found || !isRight) {
    // Every refusal costs two hashes.
    const isAttempted = await isAttemptedPassword(provider, email, password);
    throw isAttempted ? emailNotConfirmed(400) : invalidCredentials();
  }
  await takeBack();
  if (isBanned(found, isoNow(provider.clock))) throw userBanned(400);
  if (found.email_confirmed_at === null) throw emailNotConfirmed(400);

  const granted = await transaction(provider.db, async (trx) => {
    const user = await lockUser(trx, found.id);
    // The password may have been changed, or the account disabled, while the hash was being computed.
    if (!user || user.password_hash !== found.password_hash) throw invalidCredentials();
    if (isBanned(user, isoNow(provider.clock))) throw userBanned(400);
    return openSession(trx, provider, user, 'password', clientFacts(request));
  });
  const weakness = findWeakness(provider, password, passwordOwner(email, parseUserMetadata(found)));
  return weakness ? { ...granted, weakness } : granted;
}

/** Wrong verifiers after which a code is void. */
const MAX_FAILED_TRIES = 3;

/** Exchanges the code that a link has left for a session: once, within five minutes of the link's use. */
async function grantByCode(
  provider: Provider,
  body: RequestBody,
  request: FastifyRequest,
): Promise<GrantedSession> {
  const [code, verifier] = [body.text('auth_code'), body.text('code_verifier')];
  if (code === '' || verifier === '') {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  const client = clientFacts(request);
  return grantOrRefuse(provider, (trx) => exchange(trx, provider, hashSecret(code), verifier, client));
}

async function exchange(
  trx: Trx,
  provider: Provider,
  codeHash: string,
  verifier: string,
  client: ClientFacts,
): Promise<GrantedSession | Refused> {
  const found = await findCode(trx, codeHash);
  const user = found && (await lockUser(trx, found.user_id));
  const code = user && (await lockCode(trx, codeHash));
  if (!code) return { refusal: flowStateNotFound() };
  if (!isWithinLast(provider.clock, code.issued_at, CODE_SECONDS)) {
    await deleteCode(trx, codeHash);
    return { refusal: flowStateExpired() };
  }
  if (!isVerifierOf({ challenge: code.challenge, method: code.challenge_method }, verifier)) {
    if (code.failed_tries + 1 >= MAX_FAILED_TRIES) await deleteCode(trx, codeHash);
    else await countFailedTry(trx, codeHash);
    return { refusal: badCodeVerifier() };
  }
  await deleteCode(trx, codeHash);
  if (isBanned(user, isoNow(provider.clock))) return { refusal: userBanned(400) };
  return openSession(trx, provider, user, code.method as SignInMethod, client);
}

/**
 * A new access token for a refresh token, which is replaced each time. Clients do not coordinate: tabs may
 * show the same token at once, and answers get lost. So the token before the current one, and any older one
 * shortly after a refresh, get the current one again. An older one later means theft, and ends the
 * session for every holder.
 */
async function grantByRefreshToken(
  provider: Provider,
  body: RequestBody,
  request: FastifyRequest,
): Promise<GrantedSession> {
  const token = parseRefreshToken(body.text('refresh_token'));
  if (!token) throw refreshTokenMalformed();
  return grantOrRefuse(provider, (trx) => refresh(trx, provider, token, clientFacts(request)));
}

async function refresh(
  trx: Trx,
  provider: Provider,
  token: RefreshToken,
  client: ClientFacts,
): Promise<GrantedSession | Refused> {
  const now = isoNow(provider.clock);
  const session = await lockSession(trx, token.sessionId);
  const key = session && provider.secret.open('auth.refresh-key', session.id, session.refresh_key);
  const user = session && (await findUser(trx, session.user_id));
  if (!session || !user || !key || !isSignedWith(token, key)) return { refusal: refreshTokenNotFound() };
  if (isBanned(user, now)) return { refusal: refreshUserBanned() };

  const owner = await findSessionOwner(trx, user.id);
  if (!owner || isSessionOver(provider, session, owner)) {
    await deleteSessions(trx, user.id, 'local', session.id);
    const entry = { userId: user.id, client, detail: { session: session.id } };
    await recordAudit(trx, provider.clock, { action: 'session_expired', ...entry });
    return { refusal: sessionExpired() };
  }

  const behind = session.refresh_counter - token.counter;
  if (behind < 0) return { refusal: refreshTokenForeign() };
  if (behind > 1 && !isWithinReuse(session, now)) {
    await deleteSessions(trx, user.id, 'local', session.id);
    await recordAudit(trx, provider.clock, {
      action: 'session_revoked_for_token_reuse',
      userId: user.id,
      client,
      detail: { session: session.id, behind },
    });
    return { refusal: refreshTokenUsed() };
  }
  const counter = behind === 0 ? session.refresh_counter + 1 : session.refresh_counter;
  const refreshed = {
    refresh_counter: counter,
    // Only a real step restarts the time of tolerance: old tokens cannot keep it open.
    refreshed_at: behind === 0 ? now : session.refreshed_at,
    user_agent: client.userAgent ?? null,
    address: client.address,
  };
  await updateSession(trx, session.id, refreshed);
  return {
    user,
    session: { ...session, ...refreshed },
    refreshToken: encodeRefreshToken(session.id, counter, key),
  };
}

/** Whether the last step of the session was so short a time ago that an older token means tabs, not theft. */
function isWithinReuse(session: SessionRow, now: string): boolean {
  if (session.refreshed_at === null) return false;
  return Math.abs(Date.parse(now) - Date.parse(session.refreshed_at)) < REFRESH_REUSE_SECONDS * 1000;
}

type Grant = (
  provider: Provider,
  body: RequestBody,
  request: FastifyRequest,
) => Promise<GrantedSession & { weakness?: PasswordWeakness }>;

const GRANTS: Record<string, Grant> = {
  password: grantByPassword,
  refresh_token: grantByRefreshToken,
  pkce: grantByCode,
};

/** Ways that the protocol knows and this provider does not offer, with the protocol's own words. */
const NOT_OFFERED: Record<string, () => AuthError> = {
  id_token: () => new AuthError(400, 'provider_disabled', 'Provider is not enabled'),
  web3: () => new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
};

/** `POST /token?grant_type=`: every way to get a session but a link in a mail. */
export function addToken(scope: FastifyInstance, provider: Provider): void {
  const signIns = new Counter({
    name: 'sign_ins_total',
    help: 'Calls for a session, by way and outcome: ok, or the code of the error',
    labelNames: ['grant', 'outcome'],
    registers: [scope.metrics.registry],
  });
  const count: onResponseHookHandler = (request, _reply, done) => {
    const type = queryText(request, 'grant_type');
    // Callers choose the type: what isn't offered shares a series.
    const grant = Object.hasOwn(GRANTS, type) ? type : 'none';
    signIns.inc({ grant, outcome: request.outcome || 'ok' });
    done();
  };
  scope.post('/token', { onResponse: count }, async (request, reply) => {
    await limitRequests(provider, 'token', request.ip);
    const type = queryText(request, 'grant_type');
    const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined;
    if (Object.hasOwn(NOT_OFFERED, type)) throw NOT_OFFERED[type]?.();
    if (!grant) throw unsupportedGrantType();
    const { weakness, ...granted } = await grant(provider, new RequestBody(request.body), request);
    rememberDevice(provider, request, reply, granted.user);
    const session = await presentSession(provider, granted);
    return weakness ? { ...session, weak_password: weakness } : session;
  });
}
