import { sql } from 'kysely';
import { searchText } from '../../server/src/core/lists/search.repository.ts';
import { listTables, readRows, type TableShape } from '../../server/src/platform/db/copy-rows.ts';
import { type Db, engineOf } from '../../server/src/platform/db/database.ts';
import { transaction } from '../../server/src/platform/db/transaction.ts';

/** Every row of some tables, with the columns that they had. */
export type Rows = ReadonlyMap<string, { shape: TableShape; rows: readonly string[] }>;

/** Reads every row of every table, or of those named. */
export async function readAllRows(db: Db, names?: readonly string[]): Promise<Rows> {
  return transaction(db, async (trx) => {
    const all = new Map<string, { shape: TableShape; rows: string[] }>();
    for (const shape of await listTables(trx)) {
      if (names && !names.includes(shape.name)) continue;
      const rows: string[] = [];
      for await (const row of readRows(trx, shape)) rows.push(JSON.stringify(row));
      all.set(shape.name, { shape, rows: rows.sort() });
    }
    return all;
  });
}

/** What searches read: a migration may add words to it and fold its letters, and loses none. */
const GROWING = 'search_text';

/** What isn't there any more as it was: tables, columns, and rows by their values. What has been added is no loss. */
export async function findLosses(db: Db, before: Rows): Promise<string[]> {
  return transaction(db, async (trx) => {
    const losses: string[] = [];
    const tables = new Map((await listTables(trx)).map((table) => [table.name, table]));
    for (const [name, { shape, rows }] of before) {
      const columns = new Set(tables.get(name)?.columns.map((column) => column.name));
      const gone = shape.columns.filter((column) => !columns.has(column.name));
      losses.push(...gone.map((column) => `${name}.${column.name} is gone`));
      if (gone.length > 0) continue;
      const growing = shape.columns.findIndex((column) => column.name === GROWING);
      /** The values that stay, with those that may grow of each such row. */
      const left = new Map<string, string[]>();
      const apart = (row: readonly unknown[]) => ({
        fixed: JSON.stringify(row.filter((_, index) => index !== growing)),
        grown: searchText(String(row[growing] ?? '')),
      });
      for await (const row of readRows(trx, shape)) {
        const { fixed, grown } = apart(row);
        left.set(fixed, [...(left.get(fixed) ?? []), grown]);
      }
      for (const row of rows) {
        const { fixed, grown } = apart(JSON.parse(row) as unknown[]);
        const alike = left.get(fixed) ?? [];
        const at = alike.findIndex((text) => text.startsWith(grown));
        if (at < 0) losses.push(`${name} has lost ${row.slice(0, 200)}`);
        else alike.splice(at, 1);
      }
    }
    return losses;
  });
}

/** Tables, columns, indexes and triggers, as the engine describes them, and every row. */
export async function readState(db: Db): Promise<string[]> {
  const { rows } =
    engineOf(db) === 'sqlite'
      ? await sql<{
          what: string;
        }>`select type || ' ' || name || ' ' || coalesce(sql, '') as what from sqlite_master`.execute(db)
      : await sql<{ what: string }>`
          select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as what
          from information_schema.columns where table_schema = current_schema()
          union all select indexdef from pg_indexes where schemaname = current_schema()
          union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
            where connamespace = current_schema()::regnamespace`.execute(db);
  const applied = await sql<{ name: string }>`select name from schema_migrations`
    .execute(db)
    .catch(() => ({ rows: [] }));
  const data = [...(await readAllRows(db))].flatMap(([name, { rows }]) =>
    rows.map((row) => `${name} ${row}`),
  );
  return [...rows.map(({ what }) => what), ...applied.rows.map(({ name }) => name), ...data].sort();
}
