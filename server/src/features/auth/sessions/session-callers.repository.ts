import type { ExpressionBuilder } from 'kysely';
import type { Database, Db } from '../../../platform/db/database.ts';
import { keepQuery, type Slots } from '../../../platform/db/kept-query.ts';
import type { AuthUserTable } from '../auth.table.ts';
import type { AccessTokenClaims } from '../tokens/access-token.ts';

/** Sessions, each with what the product needs to know of its user. */
function sessionCallers(db: Db) {
  return db
    .selectFrom('auth_sessions as s')
    .innerJoin('auth_users as u', 'u.id', 's.user_id')
    .leftJoin('accounts as a', 'a.id', 'u.id')
    .select(['s.id as session_id', 's.created_at as session_created_at', 's.refreshed_at', 's.aal'])
    .select(['u.id', 'u.email', 'u.email_confirmed_at', 'u.banned_until', 'u.app_metadata'])
    .select(['a.email as account_email', 'a.username', 'a.role', 'a.disabled_at'])
    .select(verifiedFactorId);
}

/** For a query of users `u`: the id of a second factor that they have verified, or null. */
export function verifiedFactorId(eb: ExpressionBuilder<Database & { u: AuthUserTable }, 'u'>) {
  return (
    eb
      .selectFrom('auth_factors as f')
      .select('f.id')
      .whereRef('f.user_id', '=', 'u.id')
      // Not `= 'verified'`: SQLite would look through every user's verified factors by the index over the status.
      .where('f.status', '!=', 'unverified')
      .limit(1)
      .as('verified_factor_id')
  );
}

const callerOfCall = keepQuery(
  (db, value: Slots<{ userId: string; sessionId: string; projectId: string | null }>) =>
    sessionCallers(db)
      .leftJoin('projects as p', (join) => join.on('p.id', '=', value('projectId')))
      .leftJoin('project_members as m', (join) =>
        join.on('m.project_id', '=', value('projectId')).on('m.account_id', '=', value('userId')),
      )
      .select(['p.user_id as project_client_id', 'm.role as project_role'])
      .where('s.id', '=', value('sessionId'))
      .where('u.id', '=', value('userId')),
);

export type SessionCaller = NonNullable<Awaited<ReturnType<typeof findSessionCaller>>>;

/**
 * Whose call it is, and their part in the project that it names; undefined if the session has ended. One query, which
 * every call makes.
 */
export async function findSessionCaller(
  db: Db,
  { userId, sessionId }: Pick<AccessTokenClaims, 'userId' | 'sessionId'>,
  projectId: string | undefined,
) {
  return callerOfCall.executeTakeFirst(db, { userId, sessionId, projectId: projectId ?? null });
}

/** The callers of these sessions by the sessions' ids, without a project. */
export async function findSessionCallers(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, SessionCaller>> {
  const rows = await sessionCallers(db).where('s.id', 'in', ids).execute();
  return new Map(
    rows.map((row) => [row.session_id, { ...row, project_client_id: null, project_role: null }]),
  );
}
