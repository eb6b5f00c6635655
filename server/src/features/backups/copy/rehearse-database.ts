import { mkdir, rm, rmdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@atelier/domain/errors.ts';
import { sql } from 'kysely';
import {
  digestTable,
  listTables,
  MIGRATIONS_TABLE,
  type TableShape,
  writeRows,
} from '../../../platform/db/copy-rows.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { AS_LONG_AS_IT_TAKES_MS, type DatabaseLocation, openDatabase } from '../../../platform/db/open.ts';
import { waitAsLongAsItTakes } from '../../../platform/db/postgres.ts';
import { checkSqliteIntegrity } from '../../../platform/db/sqlite.ts';
import { writeSynced } from '../../../platform/durable-file.ts';
import { listKeptFiles } from '../../../platform/storage/stored-files.repository.ts';
import { type BackupSource, readPart } from './backup-source.ts';
import { filePart, readFacts, SQLITE_PART } from './data-parts.ts';
import type { Manifest } from './manifest.ts';
import { countRows, readTablePart } from './table-part.ts';

/** Where a database is restored for a while. */
export interface TrialPlace {
  spoolDir: string;
  installation: string;
  /** What a PostgreSQL's tables are tried out in. */
  database: DatabaseLocation;
  /** Of the disk with `spoolDir`, in bytes: it stays free. */
  reserveBytes: number;
}

/**
 * Restores a backup's database into a temporary place and compares it with the manifest. The place is gone afterwards.
 * @returns what was done, a sentence
 * @throws AppError saying what differs, or that there's no room
 */
export async function rehearseDatabase(backup: BackupSource, order: TrialPlace): Promise<string> {
  if (backup.manifest.engine === 'sqlite') return rehearseSqlite(backup, order);
  if (order.database.engine === 'postgres') {
    const database = openDatabase(order.database, {
      maxConnections: 1,
      answerWithinMs: AS_LONG_AS_IT_TAKES_MS,
    });
    try {
      return await rehearsePostgres(backup, database.db);
    } finally {
      await database.close();
    }
  }
  return readTables(backup, 'they are of another engine than the database here');
}

async function rehearseSqlite(backup: BackupSource, order: TrialPlace): Promise<string> {
  const { manifest } = backup;
  const folder = join(order.spoolDir, `rehearsal-${order.installation}`);
  // One that was killed has left its own.
  await rm(folder, { recursive: true, force: true });
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const size = manifest.parts.find(({ path }) => path === SQLITE_PART)?.size ?? 0;
    await assertRoom(folder, size, order.reserveBytes);
    const file = join(folder, SQLITE_PART);
    await writeSynced(file, readPart(backup, SQLITE_PART));
    const copy = openDatabase({ engine: 'sqlite', file });
    try {
      await checkCopy(copy.db, manifest);
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    // A data folder that is to be restored into stays empty.
    if (made !== folder) await rmdir(order.spoolDir).catch(() => {});
  }
  return 'The database was restored into a temporary file and is intact and complete.';
}

/** @throws insufficient_storage if restoring so many bytes would use the disk's reserve */
async function assertRoom(folder: string, bytes: number, reserveBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const lacking = bytes + reserveBytes - bavail * bsize;
  if (lacking <= 0) return;
  const megabytes = Math.ceil(lacking / 1024 ** 2);
  throw new AppError(
    'insufficient_storage',
    `The disk needs ${megabytes} MB more to restore a backup into it.`,
  );
}

async function checkCopy(db: Db, manifest: Manifest): Promise<void> {
  const { faults, orphans } = await checkSqliteIntegrity(db);
  if (faults.length > 0) throw differs(`the database file is damaged: ${faults[0]}`);
  if (orphans > 0) throw differs(`${orphans} rows of the database refer to rows that don’t exist`);
  const { tables, migrations, kept } = await readFacts(db, await listTables(db));
  if (migrations.join() !== manifest.migrations.join()) throw differs('the database has other migrations');
  assertCounts(tables, manifest.tables);
  assertFiles(kept, manifest);
}

function assertCounts(restored: Record<string, number>, noted: Record<string, number>): void {
  for (const name of new Set([...Object.keys(noted), ...Object.keys(restored)])) {
    if (restored[name] !== noted[name])
      throw differs(`${name} has ${restored[name] ?? 'no'} rows, not ${noted[name] ?? 'none'}`);
  }
}

/** Each file that the database names is in the backup, or known to be missing. */
function assertFiles(kept: readonly { key: string }[], { files, parts }: Manifest): void {
  if (!files.included) return;
  const there = new Set(parts.map(({ path }) => path));
  const lost = kept.filter(({ key }) => !there.has(filePart(key)) && !files.faulty.includes(key));
  if (lost.length > 0) throw differs(`${lost.length} files that the database names are not in it`);
}

function differs(how: string): AppError {
  return new AppError('validation_failed', `The restored backup is not what the manifest says: ${how}.`);
}

/**
 * Each table goes into a temporary one of the same shape, which nobody else sees and which ends with its transaction, or with
 * the connection where the process is killed. It needs no rights but those that everyone has.
 */
async function rehearsePostgres(backup: BackupSource, db: Db): Promise<string> {
  const { manifest } = backup;
  const shapes = new Map((await listTables(db)).map((shape) => [shape.name, shape]));
  const isSameVersion = shapes.size > 0 && (await listMigrations(db)).join() === manifest.migrations.join();
  if (!isSameVersion) return readTables(backup, 'they are of another version than the database here');
  if (!(await mayMakeTemporary(db)))
    return readTables(backup, 'the database’s account may not make temporary tables');
  for (const [name, count] of Object.entries(manifest.tables)) {
    const shape = shapes.get(name);
    if (!shape) throw differs(`the database has no table ${name}`);
    if (count > 0) await rehearseTable(backup, db, shape, count);
    else assertCounts({ [name]: await countRows(backup, name) }, { [name]: 0 });
  }
  return 'Every table was restored into a temporary one and is equal.';
}

const ROLLED_BACK = new Error('Only tried');

async function rehearseTable(backup: BackupSource, db: Db, shape: TableShape, count: number): Promise<void> {
  const tried = db.transaction().execute(async (trx) => {
    await waitAsLongAsItTakes(trx);
    const name = sql.id(shape.name);
    const schema = await sql<{ name: string }>`select current_schema() as name`.execute(trx);
    const original = sql.id(schema.rows[0]?.name ?? 'public', shape.name);
    // A temporary table comes before the one of the same name.
    await sql`create temporary table ${name} (like ${original} including defaults including constraints)`.execute(
      trx,
    );
    await compareTable(backup, trx, shape, count);
    throw ROLLED_BACK;
  });
  await tried.catch((error: unknown) => {
    if (error !== ROLLED_BACK) throw error;
  });
}

async function compareTable(backup: BackupSource, trx: Trx, shape: TableShape, count: number): Promise<void> {
  const written = await writeRows(trx, shape, readTablePart(backup, shape));
  if (written.count !== count) throw differs(`${shape.name} has ${written.count} rows, not ${count}`);
  const restored = await digestTable(trx, shape);
  if (restored.count !== count || restored.sum !== written.sum)
    throw differs(`${shape.name} has other rows once it's restored`);
  if (shape.name === 'stored_files') assertFiles(await listKeptFiles(trx), backup.manifest);
}

async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.id(MIGRATIONS_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function mayMakeTemporary(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    may: boolean;
  }>`select has_database_privilege(current_database(), 'temporary') as may`.execute(db);
  return rows[0]?.may === true;
}

/** Reads the rows of every table, where they can't be restored. */
async function readTables(backup: BackupSource, reason: string): Promise<string> {
  for (const [name, count] of Object.entries(backup.manifest.tables)) {
    const seen = await countRows(backup, name);
    if (seen !== count) throw differs(`${name} has ${seen} rows, not ${count}`);
  }
  return `The rows of every table were read and counted, not restored: ${reason}.`;
}
