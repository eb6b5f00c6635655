import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Whether another process has a SQLite file open. Asked by leaving write-ahead logging, which needs the file for
 * oneself; a side effect is that all of the data is then in the one file.
 */
export function isSqliteInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  const raw = new SqliteDatabase(file, { timeout: 1_000 });
  try {
    return raw.pragma('journal_mode = DELETE', { simple: true }) !== 'delete';
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    raw.close();
  }
}

/** Whether another process of the product is connected to a PostgreSQL database. */
export async function isPostgresInUse(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'atelier' and pid <> pg_backend_pid()`.execute(
    db,
  );
  return (rows[0]?.count ?? 0) > 0;
}
