import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, engineOf, type Trx } from './database.ts';

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

/** The values of a row in the order of its table's columns; both engines give and take the same. */
export type CopiedRow = readonly (string | number | null)[];

/** Rows that are read at a time: one can hold a mail's attachment of some MB. */
const READ_AT_ONCE = 100;
/** Rows that are written at a time: this many, or as many as make this much JSON. */
const WRITE_AT_ONCE = 1_000;
const WRITE_LENGTH = 2 * 1024 ** 2;

/**
 * Every row of a table, in no order, never more than a few in memory. Inside a transaction that sees one moment,
 * every table is read as of it.
 */
export async function* readRows(db: Db, table: TableShape): AsyncGenerator<CopiedRow> {
  const pages = engineOf(db) === 'postgres' ? readByCursor(db, table) : readByRowId(db, table);
  for await (const rows of pages) {
    for (const row of rows) yield table.columns.map(({ name }) => row[name] ?? null);
  }
}

type NamedRow = Record<string, string | number | null>;

async function* readByCursor(db: Db, { name, columns }: TableShape): AsyncGenerator<NamedRow[]> {
  const cursor = sql.id(`read_${name}`);
  const names = sql.join(columns.map((column) => sql.id(column.name)));
  await sql`declare ${cursor} no scroll cursor for select ${names} from ${sql.id(name)}`.execute(db);
  try {
    for (;;) {
      const { rows } = await sql<NamedRow>`fetch ${sql.lit(READ_AT_ONCE)} from ${cursor}`.execute(db);
      yield rows;
      if (rows.length < READ_AT_ONCE) break;
    }
  } finally {
    await sql`close ${cursor}`.execute(db);
  }
}

/** A cursor on SQLite would keep its connection from all others: the next page begins behind the last row. */
async function* readByRowId(db: Db, { name, columns }: TableShape): AsyncGenerator<NamedRow[]> {
  const names = sql.join(columns.map((column) => sql.id(column.name)));
  let last = -1;
  for (;;) {
    const { rows } = await sql<NamedRow>`select rowid as _rowid, ${names} from ${sql.id(name)}
      where rowid > ${last} order by rowid limit ${sql.lit(READ_AT_ONCE)}`.execute(db);
    yield rows;
    if (rows.length < READ_AT_ONCE) return;
    last = Number(rows.at(-1)?._rowid);
  }
}

/**
 * Writes rows into a table of a PostgreSQL, many at a time.
 * @returns how many there were, and their digest
 */
export async function writeRows(
  trx: Trx,
  { name, columns }: TableShape,
  rows: AsyncIterable<CopiedRow>,
): Promise<RowDigest> {
  const digest = new RowDigest();
  const names = sql.join(columns.map((column) => sql.id(column.name)));
  const values = sql.join(columns.map(({ type }, i) => sql`(row->>${sql.lit(i)})::${sql.raw(type)}`));
  let batch: string[] = [];
  let length = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const json = `[${batch.join(',')}]`;
    await sql`insert into ${sql.id(name)} (${names})
      select ${values} from json_array_elements(${json}::json) as row`.execute(trx);
    batch = [];
    length = 0;
  };
  for await (const row of rows) {
    const text = digest.add(row);
    batch.push(text);
    length += text.length;
    if (batch.length >= WRITE_AT_ONCE || length >= WRITE_LENGTH) await flush();
  }
  await flush();
  return digest;
}

const DIGEST_MODULUS = 1n << 128n;

/** Shows whether two tables hold the same rows, in any order. */
export class RowDigest {
  #count = 0;
  #sum = 0n;

  /** @returns the row as JSON, of which the digest is made */
  add(row: CopiedRow): string {
    const text = JSON.stringify(row);
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 32);
    this.#count += 1;
    this.#sum = (this.#sum + BigInt(`0x${hash}`)) % DIGEST_MODULUS;
    return text;
  }

  get count(): number {
    return this.#count;
  }

  /** The sum of the rows' hashes, in hexadecimal. */
  get sum(): string {
    return this.#sum.toString(16).padStart(32, '0');
  }
}

export async function digestTable(db: Db, table: TableShape): Promise<RowDigest> {
  const digest = new RowDigest();
  for await (const row of readRows(db, table)) digest.add(row);
  return digest;
}
