import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, engineOf } from '../../src/platform/db/database.ts';

/** A hash of the rows of each table. */
export type Dump = ReadonlyMap<string, string>;

/** Filled by other means than calls: the search index by its table, and what limits have counted. */
const LEFT_OUT = /_search|^rate_limits$|^sqlite_|^pg_/;

/** The names of the tables with rows of the product. */
export async function listTables(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.map(({ name }) => name).filter((name) => !LEFT_OUT.test(name));
}

/** Reads every row of the tables. */
export async function dumpTables(db: Db, tables: readonly string[]): Promise<Dump> {
  if (engineOf(db) === 'postgres') {
    const each = tables.map(
      (name) =>
        sql`select ${sql.lit(name)} as name, (select md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) from ${sql.table(name)} t) as hash`,
    );
    const { rows } = await sql<{ name: string; hash: string }>`${sql.join(each, sql` union all `)}`.execute(
      db,
    );
    return new Map(rows.map(({ name, hash }) => [name, hash]));
  }
  const dump = new Map<string, string>();
  for (const name of tables) {
    const { rows } = await sql`select * from ${sql.table(name)} order by 1`.execute(db);
    dump.set(name, createHash('sha256').update(JSON.stringify(rows)).digest('hex'));
  }
  return dump;
}

/** The tables whose rows differ. */
export function findChanged(before: Dump, after: Dump): string[] {
  return [...before].filter(([name, hash]) => after.get(name) !== hash).map(([name]) => name);
}
