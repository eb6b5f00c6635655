import type { Selectable, Updateable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { AuthSessionTable } from './auth.table.ts';

export type SessionRow = Selectable<AuthSessionTable>;

export async function insertSession(trx: Trx, row: SessionRow): Promise<void> {
  await trx.insertInto('auth_sessions').values(row).execute();
}

/** Locks a session: refreshes of one session follow one another. */
export async function lockSession(trx: Trx, id: string): Promise<SessionRow | undefined> {
  return trx.selectFrom('auth_sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
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

/** Ends sessions of a user. Their tokens are refused from the next call on. */
export async function deleteSessions(
  trx: Trx,
  userId: string,
  scope: SignOutScope,
  sessionId: string,
): Promise<void> {
  let query = trx.deleteFrom('auth_sessions').where('user_id', '=', userId);
  if (scope === 'local') query = query.where('id', '=', sessionId);
  if (scope === 'others') query = query.where('id', '!=', sessionId);
  await query.execute();
}
