import type { FastifyRequest } from 'fastify';
import { isoNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { parseBearerToken } from '../../platform/http/access.ts';
import type { AccessTokenClaims, AuthenticationMethod } from './access-token.ts';
import { badSubject, noAuthorization, sessionNotFound, userBanned, userNotFound } from './error-catalogue.ts';
import type { Provider } from './provider.ts';
import type { UserRow } from './user.presenter.ts';
import { isBanned } from './users.repository.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whose call it is. */
export interface Bearer {
  user: UserRow;
  sessionId: string;
  session: {
    createdAt: string;
    /** The ways it was signed in by. */
    methods: readonly string[];
  };
}

type Verifier = Pick<Provider, 'db' | 'clock' | 'tokens'>;

/**
 * The user and session of a call's bearer token. Account and session are read anew each time, by one query
 * on their keys: signing out or shutting an account counts from the next call on.
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
  const { user, createdAt, amr } = found;
  if (createdAt === null || amr === null) throw sessionNotFound();
  if (isBanned(user, isoNow(provider.clock))) throw userBanned(403);
  const methods = (JSON.parse(amr) as AuthenticationMethod[]).map(({ method }) => method);
  return { user, sessionId: claims.sessionId, session: { createdAt, methods } };
}

/** `createdAt` and `amr` are the session's, null where it has ended. */
async function findUserWithSession(
  db: Db,
  claims: AccessTokenClaims,
): Promise<{ user: UserRow; createdAt: string | null; amr: string | null } | undefined> {
  const row = await db
    .selectFrom('auth_users as u')
    .leftJoin('auth_sessions as s', (join) =>
      join.onRef('s.user_id', '=', 'u.id').on('s.id', '=', claims.sessionId),
    )
    .selectAll('u')
    .select(['s.created_at as session_created_at', 's.amr as session_amr'])
    .where('u.id', '=', claims.userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { session_created_at: createdAt, session_amr: amr, ...user } = row;
  return { user, createdAt, amr };
}
