import { sql } from 'kysely';
import { type Db, engineOf } from '../../src/platform/db/database.ts';

/** Resolves once so many statements wait for a row, or `hasEnded` says so. On SQLite, where writes follow one another, at once. */
export async function waitForLocks(db: Db, count: number, hasEnded: () => boolean): Promise<void> {
  if (engineOf(db) !== 'postgres') return;
  const waiting = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.waiting ?? 0;
  };
  while (!hasEnded() && (await waiting()) < count);
}
