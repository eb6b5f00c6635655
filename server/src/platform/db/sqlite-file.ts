import { sql } from 'kysely';
import type { Db } from './database.ts';

export interface SqliteIntegrity {
  /** What SQLite says of a damaged file, one line a fault. */
  faults: string[];
  /** Rows whose foreign key refers to no row. */
  orphans: number;
}

/** Looks through a SQLite file for damage and for references to nothing. */
export async function checkSqliteIntegrity(db: Db): Promise<SqliteIntegrity> {
  const quick = await sql<{ quick_check: string }>`pragma quick_check`.execute(db);
  const orphans = await sql`pragma foreign_key_check`.execute(db);
  return {
    faults: quick.rows.map((row) => row.quick_check).filter((line) => line !== 'ok'),
    orphans: orphans.rows.length,
  };
}

/** Commits no longer wait for the disk: only for a file that may be lost in a power cut. */
export async function stopSyncingSqlite(db: Db): Promise<void> {
  await sql`pragma synchronous = off`.execute(db);
}
