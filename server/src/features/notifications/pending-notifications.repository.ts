import type { Insertable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { PendingNotification, PendingNotificationTable } from './pending-notifications.table.ts';

export async function insertPending(
  trx: Trx,
  rows: readonly Insertable<PendingNotificationTable>[],
): Promise<void> {
  if (rows.length > 0) await trx.insertInto('pending_notifications').values(rows).execute();
}

/** What is due, the longest due first. */
export async function listDuePending(db: Db, now: string, limit: number): Promise<PendingNotification[]> {
  return db
    .selectFrom('pending_notifications')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Everything of one kind that one side of a project is to be told, due or not, oldest first. */
export async function listPendingLike(
  db: Db,
  { project_id, side, kind }: Pick<PendingNotification, 'project_id' | 'side' | 'kind'>,
  limit: number,
): Promise<PendingNotification[]> {
  return db
    .selectFrom('pending_notifications')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('side', '=', side)
    .where('kind', '=', kind)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Takes rows off the list; gives the ids of those that nobody else had taken. */
export async function takePending(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx.deleteFrom('pending_notifications').where('id', 'in', ids).returning('id').execute();
  return rows.map((row) => row.id);
}

export async function postponePending(db: Db, ids: readonly string[], dueAt: string): Promise<void> {
  await db.updateTable('pending_notifications').set({ due_at: dueAt }).where('id', 'in', ids).execute();
}

/** Takes an account's address off what it did. */
export async function forgetActor(trx: Trx, accountId: string): Promise<void> {
  await trx
    .updateTable('pending_notifications')
    .set({ actor_email: '' })
    .where('actor_id', '=', accountId)
    .execute();
}
