import type { Db, Trx } from '../../platform/db/database.ts';
import type { ChangeOrderRow } from './change-orders.table.ts';

/** Of a project, newest first: all of them, or without drafts. */
export async function listChangeOrders(
  db: Db,
  projectId: string,
  { withDrafts }: { withDrafts: boolean },
): Promise<ChangeOrderRow[]> {
  return db
    .selectFrom('change_orders')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(!withDrafts, (query) => query.where('status', '!=', 'draft'))
    .orderBy('number', 'desc')
    .execute();
}

export async function findChangeOrder(
  db: Db,
  projectId: string,
  id: string,
): Promise<ChangeOrderRow | undefined> {
  return db
    .selectFrom('change_orders')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

export async function findChangeOrderBySource(
  db: Db,
  sourceKey: string,
): Promise<ChangeOrderRow | undefined> {
  return db.selectFrom('change_orders').selectAll().where('source_key', '=', sourceKey).executeTakeFirst();
}

/** What a client accepted, oldest first. */
export async function listChangeOrdersBy(db: Db, accountId: string): Promise<ChangeOrderRow[]> {
  return db
    .selectFrom('change_orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

/** What the accepted change orders of some projects add to their contracts, in whole US dollars. */
export async function listAcceptedTotals(db: Db, projectIds: readonly string[]) {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom('change_orders')
    .select(['project_id', 'total'])
    .where('project_id', 'in', projectIds)
    .where('status', '=', 'accepted')
    .execute();
}

export async function insertChangeOrder(trx: Trx, row: ChangeOrderRow): Promise<void> {
  await trx.insertInto('change_orders').values(row).execute();
}

/** Changes one if it still has the state and the revision that the caller read; returns whether it did. */
export async function updateChangeOrder(
  trx: Trx,
  { id, status, revision }: Pick<ChangeOrderRow, 'id' | 'status' | 'revision'>,
  change: Partial<ChangeOrderRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('change_orders')
    .set({ ...change, revision: revision + 1 })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteChangeOrderDraft(
  trx: Trx,
  { id, revision }: Pick<ChangeOrderRow, 'id' | 'revision'>,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('change_orders')
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** All of a project that is about to be deleted, but those that were accepted. */
export async function deleteUnacceptedChangeOrders(trx: Trx, projectId: string): Promise<void> {
  await trx
    .deleteFrom('change_orders')
    .where('project_id', '=', projectId)
    .where('status', '!=', 'accepted')
    .execute();
}
