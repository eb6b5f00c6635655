import { sql } from 'kysely';
import type { Db } from './database.ts';
import { engineOf } from './engine-of.ts';

/** A table as far as copying it needs to know. */
export interface TableShape {
  name: string;
  columns: readonly { name: string; type: string }[];
}

/** Which steps of the migrations a database has: each database's own, and never copied. */
export const MIGRATIONS_TABLE = 'schema_migrations';

/**
 * Every table with rows of its own, each after those that it refers to. Left out are the list of migrations,
 * and on SQLite what an index of ours consists of (its virtual tables, and the numbers of their rows).
 */
export async function listTables(db: Db): Promise<TableShape[]> {
  const columns = engineOf(db) === 'postgres' ? await readPostgres(db) : await readSqlite(db);
  const tables = new Map<string, TableShape & { columns: { name: string; type: string }[] }>();
  for (const { table, name, type } of columns) {
    const shape = tables.get(table) ?? { name: table, columns: [] };
    shape.columns.push({ name, type });
    tables.set(table, shape);
  }
  return inOrder([...tables.values()], await readReferences(db));
}

interface ColumnRow {
  table: string;
  name: string;
  type: string;
}

async function readPostgres(db: Db): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select c.table_name as "table", c.column_name as name, c.data_type as type
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.table_name <> ${MIGRATIONS_TABLE}
    order by c.table_name, c.ordinal_position`.execute(db);
  return rows;
}

async function readSqlite(db: Db): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select t.name as "table", c.name, c.type
    from pragma_table_list t join pragma_table_info(t.name) c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
      and t.name not like '%\\_search\\_keys' escape '\\' and t.name <> ${MIGRATIONS_TABLE}
    order by t.name, c.cid`.execute(db);
  return rows;
}

async function readReferences(db: Db): Promise<{ from: string; to: string }[]> {
  const { rows } =
    engineOf(db) === 'postgres'
      ? await sql<{ from: string; to: string }>`
          select f.relname as "from", t.relname as "to" from pg_constraint c
          join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
          where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(db)
      : await sql<{ from: string; to: string }>`
          select t.name as "from", f."table" as "to"
          from pragma_table_list t join pragma_foreign_key_list(t.name) f where t.schema = 'main'`.execute(
          db,
        );
  return rows;
}

function inOrder(
  tables: readonly TableShape[],
  references: readonly { from: string; to: string }[],
): TableShape[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: TableShape[] = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && to !== name && left.has(to)),
    );
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const table of ready) left.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}
