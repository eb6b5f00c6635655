import { RECENT_SIGN_IN_SECONDS } from '@atelier/domain/auth/rules.ts';
import type { FastifyRequest } from 'fastify';
import { isoNow, isWithinLast } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, parseBearerToken } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import type { AssuranceLevel } from '../auth.table.ts';
import {
  AuthError,
  badSubject,
  noAuthorization,
  sessionNotFound,
  userBanned,
  userNotFound,
} from '../protocol/errors.ts';
import { presentUser, type UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { listFactors } from '../second-factor/factors.repository.ts';
import {
  ACCESS_TOKEN_SECONDS,
  type AccessTokenClaims,
  type AuthenticationMethod,
} from '../tokens/access-token.ts';
import { encodeRefreshToken, newRefreshKey } from '../tokens/refresh-token.ts';
import { isBanned, lockUser, newAuthId, updateUser } from '../users/users.repository.ts';
import { isSessionOver } from './session-ages.ts';
import type { SessionCaller } from './session-callers.repository.ts';
import { findUserWithSession, insertSession, parseMethods, type SessionRow } from './sessions.repository.ts';

/** How a session was begun; clients see it in their token. */
export type SignInMethod = 'password' | 'otp' | 'email/signup' | 'invite' | 'recovery' | 'email_change';

/** A session as a transaction leaves it: everything a reply needs but the signature, which comes after the commit. */
export interface GrantedSession {
  user: UserRow;
  session: SessionRow;
  refreshToken: string;
}

/** The session of the protocol. */
export type PresentedSession = Awaited<ReturnType<typeof presentSession>>;

/** Begins a session of a user whose row the transaction has locked. */
export async function openSession(
  trx: Trx,
  provider: Provider,
  locked: UserRow,
  method: SignInMethod,
  client: ClientFacts,
): Promise<GrantedSession> {
  const now = isoNow(provider.clock);
  const user = await updateUser(trx, locked.id, { last_sign_in_at: now, updated_at: now });
  const id = newAuthId();
  const key = newRefreshKey();
  const amr: AuthenticationMethod[] = [{ method, timestamp: Math.floor(Date.parse(now) / 1000) }];
  const session: SessionRow = {
    id,
    user_id: user.id,
    created_at: now,
    refreshed_at: null,
    aal: 'aal1',
    amr: JSON.stringify(amr),
    refresh_key: provider.secret.seal('auth.refresh-key', id, key),
    refresh_counter: 0,
    user_agent: client.userAgent ?? null,
    address: client.address,
    factor_id: null,
  };
  await insertSession(trx, session);
  await recordAudit(trx, provider.clock, {
    action: 'signed_in',
    userId: user.id,
    client,
    detail: { session: id, method },
  });
  return { user, session, refreshToken: encodeRefreshToken(id, 0, key) };
}

/** The reply for a session, with an access token signed now. Called after the commit: signing takes its time. */
export async function presentSession(
  provider: Pick<Provider, 'tokens' | 'db'>,
  { user, session, refreshToken }: GrantedSession,
) {
  const presented = presentUser(user, await listFactors(provider.db, user.id));
  const { token, expiresAt } = await provider.tokens.sign({
    userId: user.id,
    sessionId: session.id,
    email: user.email,
    appMetadata: presented.app_metadata,
    userMetadata: presented.user_metadata,
    aal: session.aal,
    amr: parseMethods(session),
  });
  return {
    access_token: token,
    token_type: 'bearer' as const,
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: presented,
  };
}

/** A refusal as the result of a transaction: thrown inside, it would undo what it counts or deletes. */
export interface Refused {
  refusal: AuthError;
}

/** Commits the work of a sign-in, then throws its refusal if it has one. */
export async function grantOrRefuse(
  { db }: Pick<Provider, 'db'>,
  work: (trx: Trx) => Promise<GrantedSession | Refused>,
): Promise<GrantedSession> {
  const result = await transaction(db, work);
  if ('refusal' in result) throw result.refusal;
  return result;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whose call it is. */
export interface Bearer {
  user: UserRow;
  sessionId: string;
  session: {
    createdAt: string;
    /** How the session signed in, and when. */
    methods: readonly AuthenticationMethod[];
    level: AssuranceLevel;
  };
  /** Whether the account has a second factor in use: then a session of level aal1 may do little. */
  hasSecondFactor: boolean;
}

type Verifier = Pick<Provider, 'db' | 'clock' | 'tokens' | 'settings'>;

/**
 * The user and session of a call's bearer token. Account and session are read each time, by one query
 * on their keys: signing out or disabling an account counts from the next call on.
 * @throws no_authorization, bad_jwt, user_not_found, session_not_found, user_banned: looked at in this order
 */
export async function requireBearer(provider: Verifier, request: FastifyRequest): Promise<Bearer> {
  const token = parseBearerToken(request.headers.authorization);
  if (!token) throw noAuthorization();

  const claims = await provider.tokens.verify(token);
  if (!UUID.test(claims.userId)) throw badSubject();
  const found = await findUserWithSession(provider.db, claims);
  if (!found) throw userNotFound();
  const { user, role, session, hasSecondFactor } = found;
  if (!session || isSessionOver(provider, session, { ...user, role })) throw sessionNotFound();
  if (isBanned(user, isoNow(provider.clock))) throw userBanned(403);
  const methods = parseMethods({ id: claims.sessionId, amr: session.amr });
  return {
    user,
    sessionId: claims.sessionId,
    session: { createdAt: session.created_at, methods, level: session.aal },
    hasSecondFactor,
  };
}

/** How the caller of a verified token is read; undefined if the session has ended. */
export type FindSessionCaller = (claims: AccessTokenClaims) => Promise<SessionCaller | undefined>;

/** The caller of a token; undefined if it or its session has ended, and for a user who is disabled or unconfirmed. */
export async function findCaller(
  provider: Verifier,
  token: string,
  find: FindSessionCaller,
): Promise<SessionCaller | undefined> {
  const claims = await verifyOrRefuse(provider, token);
  if (!claims || !UUID.test(claims.userId)) return undefined;
  const caller = await find(claims);
  // An unconfirmed address has no session.
  if (!caller || caller.email_confirmed_at === null) return undefined;
  const age = { created_at: caller.session_created_at, refreshed_at: caller.refreshed_at };
  if (isSessionOver(provider, age, caller)) return undefined;
  const isDisabled = caller.banned_until !== null && isBanned(caller, isoNow(provider.clock));
  return isDisabled ? undefined : caller;
}

async function verifyOrRefuse({ tokens }: Verifier, token: string): Promise<AccessTokenClaims | undefined> {
  try {
    return await tokens.verify(token);
  } catch (error) {
    if (error instanceof AuthError) return undefined;
    throw error;
  }
}

/** Locks the row of the caller's account. Throws user_not_found. */
export async function lockCaller(trx: Trx, { user: { id } }: Bearer): Promise<UserRow> {
  const user = await lockUser(trx, id);
  if (!user) throw userNotFound();
  return user;
}

/**
 * Asks for the second factor where the account has one. The level is the session's as the database has it:
 * the one in a token may be from before a factor was removed.
 * @param refuse the error for a session that has shown none
 */
export function requireHighestLevel({ session, hasSecondFactor }: Bearer, refuse: () => AuthError): void {
  if (hasSecondFactor && session.level !== 'aal2') throw refuse();
}

/**
 * Requires a session that began a few minutes ago: a token stolen later isn't enough for a lasting
 * change.
 */
export function requireRecentSignIn(
  { clock }: Pick<Provider, 'clock'>,
  { session }: Bearer,
  refuse: () => AuthError,
): void {
  if (!isWithinLast(clock, session.createdAt, RECENT_SIGN_IN_SECONDS)) throw refuse();
}
