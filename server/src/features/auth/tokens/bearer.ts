import { RECENT_SIGN_IN_SECONDS } from '@atelier/domain/auth/rules.ts';
import type { FastifyRequest } from 'fastify';
import { isoNow, isWithinLast } from '../../../platform/clock.ts';
import { parseBearerToken } from '../../../platform/http/client.ts';
import type { AssuranceLevel } from '../auth.table.ts';
import {
  type AuthError,
  badSubject,
  noAuthorization,
  sessionNotFound,
  userBanned,
  userNotFound,
} from '../protocol/error-catalogue.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { findUserWithSession, parseMethods } from '../sessions/sessions.repository.ts';
import { isBanned } from '../users/users.repository.ts';
import type { AuthenticationMethod } from './access-token.ts';

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

type Verifier = Pick<Provider, 'db' | 'clock' | 'tokens'>;

/**
 * The user and session of a call's bearer token. Account and session are read anew each time, by one query
 * on their keys: signing out or disabling an account counts from the next call on.
 * @throws no_authorization, bad_jwt, user_not_found, session_not_found, user_banned: looked at in this order
 */
export async function requireBearer(provider: Verifier, request: FastifyRequest): Promise<Bearer> {
  const token = parseBearerToken(request.headers.authorization);
  if (!token) throw noAuthorization();
  return requireSession(provider, token);
}

/** The same for a bare token. */
export async function requireSession(provider: Verifier, token: string): Promise<Bearer> {
  const claims = await provider.tokens.verify(token);
  if (!UUID.test(claims.userId)) throw badSubject();
  const found = await findUserWithSession(provider.db, claims);
  if (!found) throw userNotFound();
  const { user, session, hasSecondFactor } = found;
  if (!session) throw sessionNotFound();
  if (isBanned(user, isoNow(provider.clock))) throw userBanned(403);
  const methods = parseMethods({ id: claims.sessionId, amr: session.amr });
  return {
    user,
    sessionId: claims.sessionId,
    session: { createdAt: session.createdAt, methods, level: session.aal },
    hasSecondFactor,
  };
}

/**
 * Asks for the second factor where the account has one. The level is the session's as the database has it:
 * what a token says of it may be from before a factor was taken away.
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
