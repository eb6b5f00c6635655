import type { Clock } from '../clock.ts';
import { type Migration, migrate } from './migrate.ts';
import { AS_LONG_AS_IT_TAKES_MS, type DatabaseLocation, openDatabase } from './open.ts';

/**
 * Migrates over its own connection, which waits longer than one for callers: for a lock of another
 * process, and for indexes of large tables.
 * @returns the names of the applied steps
 */
export async function migrateLocation(
  location: DatabaseLocation,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<string[]> {
  const database = openDatabase(location, { maxConnections: 1, answerWithinMs: AS_LONG_AS_IT_TAKES_MS });
  try {
    return await migrate(database, migrations, clock);
  } finally {
    await database.close();
  }
}
