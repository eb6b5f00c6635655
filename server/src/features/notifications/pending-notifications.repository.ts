import type { Db, Trx } from '../../platform/db/database.ts';
import { keepInsert, type Places } from '../../platform/db/kept-query.ts';
import type { PendingNotification } from './notifications.table.ts';

const newPending = keepInsert((db, row: Places<PendingNotification>) =>
  db.insertInto('pending_notifications').values(row),
);

export async function insertPending(trx: Trx, row: PendingNotification): Promise<void> {
  await newPending.execute(trx, row);
}

/**
 * Due notifications, the longest due first; also those due after `latest`, which a wrong clock
 * stored.
 */
export async function listDuePending(
  db: Db,
  { now, latest }: { now: string; latest: string },
  limit: number,
): Promise<PendingNotification[]> {
  return db
    .selectFrom('pending_notifications')
    .selectAll()
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('due_at', '>', latest)]))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The queued events of one kind for one side of a project, due or not, oldest first. */
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

/** Whether a notification of one kind about a project is still pending. */
export async function hasPending(
  trx: Trx,
  projectId: string,
  kind: PendingNotification['kind'],
): Promise<boolean> {
  const found = await trx
    .selectFrom('pending_notifications')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes rows and returns the ids of those that were still there. */
export async function takePending(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx.deleteFrom('pending_notifications').where('id', 'in', ids).returning('id').execute();
  return rows.map((row) => row.id);
}

/** Deletes the pending notifications about this record and returns their number. */
export async function withdrawPending(trx: Trx, activityId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('pending_notifications')
    .where('activity_id', '=', activityId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The pending notifications about a record. */
export async function listPendingAbout(trx: Trx, activityId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('pending_notifications')
    .select('id')
    .where('activity_id', '=', activityId)
    .execute();
  return rows.map((row) => row.id);
}

/** Gives a pending notification a new id, and its subject a new title and perhaps other details. */
export async function renewPending(
  trx: Trx,
  id: string,
  to: { id: string; title: string; detail?: string | undefined },
): Promise<void> {
  await trx
    .updateTable('pending_notifications')
    .set({ id: to.id, subject_title: to.title })
    .$if(to.detail !== undefined, (query) => query.set({ detail: to.detail ?? '' }))
    .where('id', '=', id)
    .execute();
}

export async function postponePending(db: Db, ids: readonly string[], dueAt: string): Promise<void> {
  await db.updateTable('pending_notifications').set({ due_at: dueAt }).where('id', 'in', ids).execute();
}

/** Removes an account's address from its events. */
export async function forgetActor(trx: Trx, accountId: string): Promise<void> {
  await trx
    .updateTable('pending_notifications')
    .set({ actor_email: '' })
    .where('actor_id', '=', accountId)
    .execute();
}
