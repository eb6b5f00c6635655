import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from './database.ts';
import { engineOf } from './engine-of.ts';
import type { TableShape } from './table-shapes.ts';

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

/** SQLite has one connection and no cursor that would leave it free: the next page begins behind the last row. */
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

/** Tells whether two tables hold the same rows, in whatever order each gives them. */
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

/** The digest of what a table holds now. */
export async function digestTable(db: Db, table: TableShape): Promise<RowDigest> {
  const digest = new RowDigest();
  for await (const row of readRows(db, table)) digest.add(row);
  return digest;
}
