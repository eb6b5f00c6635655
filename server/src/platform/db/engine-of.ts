import { PostgresAdapter } from 'kysely';
import type { Db, Engine } from './database.ts';

/** Which engine a query will run on: for the few that the two have no common words for. */
export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
