import { sql } from 'kysely';
import { type Db, engineOf } from '../../platform/db/database.ts';

/** The size of the database in bytes, with its indexes; of a SQLite file without its log. */
export async function readDatabaseSize(db: Db): Promise<number> {
  const query =
    engineOf(db) === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  return Number((await query.execute(db)).rows[0]?.bytes ?? 0);
}

/** The time of a PostgreSQL's machine, in milliseconds since 1970. */
export async function readDatabaseTime(db: Db): Promise<number> {
  const query = sql<{
    ms: number;
  }>`select extract(epoch from clock_timestamp())::double precision * 1000 as ms`;
  return Number((await query.execute(db)).rows[0]?.ms ?? Number.NaN);
}
