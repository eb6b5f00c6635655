import type { Db, Trx } from '../db/database.ts';
import type { StoredFileRow } from './stored-files.table.ts';

export async function insertStoredFile(db: Db, row: StoredFileRow): Promise<void> {
  await db.insertInto('stored_files').values(row).execute();
}

/** A kept file; undefined for one that is to be removed, or that isn't kept yet. */
export async function findKeptFile(db: Db, key: string): Promise<StoredFileRow | undefined> {
  return db
    .selectFrom('stored_files')
    .selectAll()
    .where('key', '=', key)
    .where('drop_at', 'is', null)
    .executeTakeFirst();
}

/** Every kept file. */
export async function listKeptFiles(db: Db): Promise<StoredFileRow[]> {
  return db.selectFrom('stored_files').selectAll().where('drop_at', 'is', null).execute();
}

/** @returns whether the file was still waiting to be kept */
export async function markKept(trx: Trx, key: string, now: string): Promise<boolean> {
  const result = await trx
    .updateTable('stored_files')
    .set({ drop_at: null })
    .where('key', '=', key)
    .where('drop_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function markDropped(trx: Trx, keys: readonly string[], now: string): Promise<void> {
  if (keys.length === 0) return;
  await trx.updateTable('stored_files').set({ drop_at: now }).where('key', 'in', keys).execute();
}

/** Keys of files whose bytes are to be removed by now, those that have waited longest first. */
export async function listDueKeys(db: Db, now: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('stored_files')
    .select('key')
    .where('drop_at', '<=', now)
    .orderBy('drop_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.key);
}

/** Forgets a file whose bytes are gone. */
export async function deleteStoredFile(db: Db, key: string): Promise<void> {
  await db.deleteFrom('stored_files').where('key', '=', key).where('drop_at', 'is not', null).execute();
}

/** Has one that could not be removed wait. */
export async function postponeDrop(db: Db, key: string, until: string): Promise<void> {
  await db
    .updateTable('stored_files')
    .set({ drop_at: until })
    .where('key', '=', key)
    .where('drop_at', 'is not', null)
    .execute();
}
