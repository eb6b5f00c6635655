import { type CreateTableBuilder, sql, type Transaction } from 'kysely';
import type { Engine } from './database.ts';
import { uniqueIndexName } from './errors.ts';

/** A transaction of a migration: it knows no tables, because it must not change when the types do. */
export type MigrationTrx = Transaction<unknown>;

export interface MigrationContext {
  db: MigrationTrx;
  engine: Engine;
  column: ColumnKinds;
}

/**
 * The kinds of column that mean the same on both engines.
 * - `id`, `time`, `text`, `json`: text, compared and sorted by code point on both
 * - `int`: a whole number; `flag`: 0 or 1; `real`: a fraction
 */
export interface ColumnKinds {
  id: typeof POSTGRES_TEXT | 'text';
  time: typeof POSTGRES_TEXT | 'text';
  text: typeof POSTGRES_TEXT | 'text';
  json: typeof POSTGRES_TEXT | 'text';
  int: 'bigint' | 'integer';
  flag: 'integer';
  real: 'real' | 'double precision';
}

const POSTGRES_TEXT = sql`text collate "C"`;

export function columnKinds(engine: Engine): ColumnKinds {
  const text = engine === 'postgres' ? POSTGRES_TEXT : 'text';
  return {
    id: text,
    time: text,
    text,
    json: text,
    int: engine === 'postgres' ? 'bigint' : 'integer',
    flag: 'integer',
    real: engine === 'postgres' ? 'double precision' : 'real',
  };
}

/** Begins `create table`; on SQLite the table is STRICT, so that both engines refuse a value of another kind. */
export function createTable<Name extends string>(
  { db, engine }: MigrationContext,
  name: Name,
): CreateTableBuilder<Name, never> {
  const table = db.schema.createTable(name);
  return engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table;
}

/** A unique index whose violation `isUniqueViolation(error, table, columns)` recognises. */
export async function createUniqueIndex(
  { db }: MigrationContext,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .createIndex(uniqueIndexName(table, columns))
    .on(table)
    .columns([...columns])
    .unique()
    .execute();
}

/** An index named after what it covers. */
export async function createIndex(
  { db }: MigrationContext,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}_index`)
    .on(table)
    .columns([...columns])
    .execute();
}
