import type { Selectable, Updateable } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { parseStoredJson } from '../../../platform/db/stored-json.ts';
import type { AuthSessionTable } from '../auth.table.ts';
import type { AccessTokenClaims, AuthenticationMethod } from '../tokens/access-token.ts';
import { renewSignIn } from '../users/users.repository.ts';
import type { SessionOwner } from './session-ages.ts';
import { verifiedFactorId } from './session-callers.repository.ts';

export type SessionRow = Selectable<AuthSessionTable>;

/** How a session has signed in, and when. */
export function parseMethods({ id, amr }: Pick<SessionRow, 'id' | 'amr'>): AuthenticationMethod[] {
  return parseStoredJson(authenticationMethodsSchema, amr, { column: 'auth_sessions.amr', id });
}

const authenticationMethodsSchema = z.array(z.object({ method: z.string(), timestamp: z.number() }));

export async function insertSession(trx: Trx, row: SessionRow): Promise<void> {
  await trx.insertInto('auth_sessions').values(row).execute();
}

/** Locks a session: refreshes of one session follow one another. */
export async function lockSession(trx: Trx, id: string): Promise<SessionRow | undefined> {
  return trx.selectFrom('auth_sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Whom the age of a user's sessions goes by. */
export async function findSessionOwner(db: Db, userId: string): Promise<SessionOwner | undefined> {
  return db
    .selectFrom('auth_users as u')
    .leftJoin('accounts as a', 'a.id', 'u.id')
    .select(['u.id', 'u.app_metadata', 'a.role'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
}

export async function findSession(db: Db, id: string, userId: string): Promise<SessionRow | undefined> {
  return db
    .selectFrom('auth_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function updateSession(
  trx: Trx,
  id: string,
  change: Updateable<AuthSessionTable>,
): Promise<void> {
  await trx.updateTable('auth_sessions').set(change).where('id', '=', id).execute();
}

/** Which sessions of a user end: this one, all others, or all. */
export type SignOutScope = 'local' | 'others' | 'global';

/** Ends sessions of a user, and with others what they opened. Their tokens are refused from the next call on. @returns how many there were */
export async function deleteSessions(
  trx: Trx,
  userId: string,
  scope: SignOutScope,
  sessionId: string,
): Promise<number> {
  let query = trx.deleteFrom('auth_sessions').where('user_id', '=', userId);
  if (scope !== 'local') await renewSignIn(trx, userId);
  if (scope === 'local') query = query.where('id', '=', sessionId);
  if (scope === 'others') query = query.where('id', '!=', sessionId);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

/** A session as its owner may see it: no secret is among its columns. */
export type OwnSession = Pick<SessionRow, 'id' | 'user_agent' | 'address' | 'created_at' | 'refreshed_at'>;

/** Sessions of a user, the latest used first. */
export async function listSessions(db: Db, userId: string, limit: number): Promise<OwnSession[]> {
  return db
    .selectFrom('auth_sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'refreshed_at'])
    .where('user_id', '=', userId)
    .orderBy((eb) => eb.fn.coalesce('refreshed_at', 'created_at'), 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** What of a session its owner may have. */
export type OwnSessionFacts = Omit<SessionRow, 'user_id' | 'refresh_key' | 'refresh_counter'>;

/** The sessions of a user by their ids, from the one after an id on. */
export async function listSessionFacts(
  db: Db,
  userId: string,
  afterId: string | undefined,
  limit: number,
): Promise<OwnSessionFacts[]> {
  return db
    .selectFrom('auth_sessions')
    .select(['id', 'created_at', 'refreshed_at', 'aal', 'amr', 'user_agent', 'address', 'factor_id'])
    .where('user_id', '=', userId)
    .where('id', '>', afterId ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * A user, the session of theirs that a token names (undefined if it has ended), and whether they have
 * a second factor: one query.
 */
export async function findUserWithSession(db: Db, claims: Pick<AccessTokenClaims, 'userId' | 'sessionId'>) {
  const row = await db
    .selectFrom('auth_users as u')
    .leftJoin('auth_sessions as s', (join) =>
      join.onRef('s.user_id', '=', 'u.id').on('s.id', '=', claims.sessionId),
    )
    .leftJoin('accounts as a', 'a.id', 'u.id')
    .selectAll('u')
    .select(['s.created_at as session_created_at', 's.amr as session_amr', 's.aal as session_aal'])
    .select(['s.refreshed_at as session_refreshed_at', 'a.role'])
    .select(verifiedFactorId)
    .where('u.id', '=', claims.userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const {
    session_created_at: created_at,
    session_refreshed_at: refreshed_at,
    session_amr: amr,
    session_aal: aal,
    role,
    verified_factor_id: factorId,
    ...user
  } = row;
  const session =
    created_at !== null && amr !== null && aal !== null ? { created_at, refreshed_at, amr, aal } : undefined;
  return { user, role, session, hasSecondFactor: factorId !== null };
}
