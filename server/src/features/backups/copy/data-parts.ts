import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { AppError } from '@atelier/domain/errors.ts';
import { sql } from 'kysely';
import {
  type CopiedRow,
  listTables,
  MIGRATIONS_TABLE,
  readRows,
  type TableShape,
} from '../../../platform/db/copy-rows.ts';
import type { Db } from '../../../platform/db/database.ts';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../../platform/db/open.ts';
import { readSnapshot } from '../../../platform/db/postgres.ts';
import { leaveWriteAheadLog } from '../../../platform/db/sqlite.ts';
import { MissingObjectError, type ObjectStore } from '../../../platform/storage/object-store.ts';
import { listKeptFiles, type StoredFileRow } from '../../../platform/storage/stored-files.repository.ts';
import type { Manifest } from './manifest.ts';
import type { PartWriter } from './part-writer.ts';

export const SQLITE_PART = 'database.sqlite';

export interface DatabaseFacts extends Pick<Manifest, 'engine' | 'migrations' | 'tables'> {
  /** The files that existed at that moment. */
  kept: readonly StoredFileRow[];
}

/** Writes a copy of the database as of one moment, while the product may keep writing to it. */
export async function writeDatabasePart(database: OpenDatabase, writer: PartWriter): Promise<DatabaseFacts> {
  return database.location.engine === 'sqlite'
    ? writeSqlite(database.db, writer)
    : readSnapshot(database.db, (at) => writeTables(at, writer));
}

/**
 * SQLite copies itself: whole, compact and as of the moment at which it began. Another process can keep reading and
 * writing.
 */
async function writeSqlite(db: Db, writer: PartWriter): Promise<DatabaseFacts> {
  await writer.remove(SQLITE_PART);
  const file = writer.scratchPath(SQLITE_PART);
  await sql`vacuum into ${file}`.execute(db);
  const location: DatabaseLocation = { engine: 'sqlite', file };
  const copy = openDatabase(location);
  let facts: DatabaseFacts;
  try {
    facts = { engine: 'sqlite', ...(await readFacts(copy.db, await listTables(copy.db))) };
  } finally {
    await copy.close();
  }
  // One file, without a log beside it.
  if (!leaveWriteAheadLog(file)) throw new Error(`The copy is in use: ${file}`);
  await writer.adopt(SQLITE_PART);
  return facts;
}

async function writeTables(at: Db, writer: PartWriter): Promise<DatabaseFacts> {
  const tables = await listTables(at);
  for (const table of tables) {
    await writer.remove(tablePart(table.name));
    const lines = Readable.from(toLines(table, readRows(at, table)));
    // A failed write ends the reading.
    await writer.add(
      tablePart(table.name),
      pipeline(lines, createGzip(), () => {}),
    );
  }
  return { engine: 'postgres', ...(await readFacts(at, tables)) };
}

/** The file of a table's rows: a line with the column names, then a line per row, each a JSON array. */
export function tablePart(name: string): string {
  return `tables/${name}.jsonl.gz`;
}

async function* toLines(table: TableShape, rows: AsyncIterable<CopiedRow>) {
  yield `${JSON.stringify(table.columns.map(({ name }) => name))}\n`;
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

export async function readFacts(db: Db, tables: readonly TableShape[]) {
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.id(name)}`.execute(db);
    counts[name] = rows[0]?.count ?? 0;
  }
  const migrations = await sql<{
    name: string;
  }>`select name from ${sql.id(MIGRATIONS_TABLE)} order by name`.execute(db);
  return {
    migrations: migrations.rows.map(({ name }) => name),
    tables: counts,
    kept: await listKeptFiles(db),
  };
}

/** A file's path in a backup: as in the folder store, so that a folder can also be restored manually. */
export function filePart(key: string): string {
  return `files/${key.slice(-2)}/${key}`;
}

/**
 * Copies the bytes of files that are not in the backup yet.
 * @returns the keys of files that are missing or have changed since their upload
 * @throws unavailable when the store cannot be read at all
 */
export async function copyFiles(
  store: ObjectStore,
  writer: PartWriter,
  files: readonly StoredFileRow[],
): Promise<string[]> {
  const faulty: string[] = [];
  for (const { key, size, sha256 } of files) {
    const path = filePart(key);
    if (writer.has(path) || writer.reuse(path, { size, sha256 })) continue;
    const bytes = await readFrom(store, key);
    if (bytes) {
      const copied = await writer.add(path, bytes);
      if (copied.size === size && copied.sha256 === sha256) continue;
    }
    await writer.remove(path);
    faulty.push(key);
  }
  return faulty;
}

/** The bytes; undefined if there are none. */
async function readFrom(store: ObjectStore, key: string): Promise<Readable | undefined> {
  try {
    return await store.read(key);
  } catch (cause) {
    if (cause instanceof MissingObjectError) return undefined;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('unavailable', `The files ${store.description} can’t be read: ${reason}`, { cause });
  }
}
