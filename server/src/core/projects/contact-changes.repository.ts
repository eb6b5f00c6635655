import type { Db, Trx } from '../../platform/db/database.ts';
import type { ContactChangeRow } from './contact-changes.table.ts';

export async function insertContactChange(trx: Trx, change: ContactChangeRow): Promise<void> {
  await trx.insertInto('contact_changes').values(change).execute();
}

export async function findContactChange(db: Db, id: string): Promise<ContactChangeRow | undefined> {
  return db.selectFrom('contact_changes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The change of a project's main contact that can be undone at this moment. */
export async function findOpenChange(
  db: Db,
  projectId: string,
  now: string,
): Promise<ContactChangeRow | undefined> {
  return db
    .selectFrom('contact_changes')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('ended', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Ends a change, or changes what an undo of it leaves. The caller has locked its project. */
export async function updateContactChange(
  trx: Trx,
  id: string,
  set: Partial<Pick<ContactChangeRow, 'people' | 'invitations' | 'ended'>>,
): Promise<void> {
  await trx.updateTable('contact_changes').set(set).where('id', '=', id).execute();
}

/** Deletes the changes that an account could undo. */
export async function deleteContactChangesOf(trx: Trx, formerId: string): Promise<void> {
  await trx.deleteFrom('contact_changes').where('former_id', '=', formerId).execute();
}

/** Deletes the changes that could be undone until before a moment. */
export async function deleteContactChangesBefore(trx: Trx, before: string): Promise<void> {
  await trx.deleteFrom('contact_changes').where('expires_at', '<', before).execute();
}
