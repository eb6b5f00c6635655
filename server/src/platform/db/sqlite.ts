import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Older ones can lose data when the write-ahead log is reset. */
const OLDEST_SQLITE = '3.51.3';
/** How long a statement waits for another process's lock. */
export const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens (or makes) a database file so that each commit survives a power cut: write-ahead log with a full
 * sync. Throws when the library's SQLite is older than `OLDEST_SQLITE`.
 */
export function openSqliteFile(file: string): SqliteDatabase.Database {
  const raw = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    assertSafeVersion(raw.prepare<[], { v: string }>('select sqlite_version() as v').get()?.v ?? '0');
    raw.pragma('journal_mode = WAL');
    raw.pragma('synchronous = FULL');
    raw.pragma('foreign_keys = ON');
    raw.pragma('trusted_schema = OFF');
    // What undoes a savepoint: by default more than 64 kB of it, as much as one message, goes through a file.
    raw.pragma('temp_store = MEMORY');
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** A second connection to a file: it sees what is committed, and can't write. */
export function openSqliteReader(file: string): SqliteDatabase.Database {
  const raw = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS });
  raw.pragma('query_only = ON');
  raw.pragma('trusted_schema = OFF');
  return raw;
}

/** Throws when `version` (such as 3.51.2) is older than the oldest that is safe. */
export function assertSafeVersion(version: string): void {
  if (compareVersions(version, OLDEST_SQLITE) < 0) {
    throw new Error(`SQLite ${version} can damage data; ${OLDEST_SQLITE} or newer is needed. Run "npm ci".`);
  }
}

function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

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

/**
 * Whether another process has a SQLite file open. Asked by leaving write-ahead logging, which needs the file for
 * oneself.
 */
export function isSqliteInUse(file: string): boolean {
  return existsSync(file) && !leaveWriteAheadLog(file);
}

/** Puts all of the data into the one file, unless it is in use. @returns whether it did */
export function leaveWriteAheadLog(file: string): boolean {
  const raw = new SqliteDatabase(file, { timeout: 1_000 });
  try {
    return raw.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false;
    throw error;
  } finally {
    raw.close();
  }
}
