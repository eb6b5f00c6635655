import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';

/**
 * A file whose bytes are in the store, or are about to be. The row is there before the bytes and goes after
 * them, so that a process may end at any moment and nothing is left in the store that no row knows of.
 */
interface StoredFileTable {
  /** Names the bytes in the store. */
  key: string;
  /** What a download is called: cleaned. */
  name: string;
  /** Media type by content. */
  type: string;
  /** Bytes. */
  size: number;
  /** Of the content, in hexadecimal. */
  sha256: string;
  created_at: string;
  /** When the bytes are due for removal; null for kept files. */
  drop_at: string | null;
}

export type StoredFileRow = Selectable<StoredFileTable>;

declare module '../db/database.ts' {
  interface Database {
    stored_files: StoredFileTable;
  }
}

/**
 * The sum of a table's column `size`, in bytes; 0 without rows. On PostgreSQL a sum of whole numbers is a decimal, which would
 * arrive as text.
 */
export const totalSize = sql<number>`cast(coalesce(sum(size), 0) as bigint)`;

export async function insertStoredFile(db: Db, row: StoredFileRow): Promise<void> {
  await db.insertInto('stored_files').values(row).execute();
}

/** A kept file; undefined for one that is due for removal or isn't kept yet. */
export async function findKeptFile(db: Db, key: string): Promise<StoredFileRow | undefined> {
  return db
    .selectFrom('stored_files')
    .selectAll()
    .where('key', '=', key)
    .where('drop_at', 'is', null)
    .executeTakeFirst();
}

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

/** Keys of files whose bytes are due for removal, the longest due first. */
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
