import { AppError } from '@atelier/domain/errors.ts';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { readPart } from '../../features/backups/copy/backup-source.ts';
import { SQLITE_PART } from '../../features/backups/copy/data-parts.ts';
import { readTablePart } from '../../features/backups/copy/table-part.ts';
import { systemClock } from '../../platform/clock.ts';
import { listTables, MIGRATIONS_TABLE, type TableShape, writeRows } from '../../platform/db/copy-rows.ts';
import type { Trx } from '../../platform/db/database.ts';
import { applyAll, type Migration, migrate } from '../../platform/db/migrate.ts';
import {
  AS_LONG_AS_IT_TAKES_MS,
  type DatabaseLocation,
  type OpenDatabase,
  openDatabase,
} from '../../platform/db/open.ts';
import { isPostgresInUse, waitAsLongAsItTakes } from '../../platform/db/postgres.ts';
import { isSqliteInUse } from '../../platform/db/sqlite.ts';
import { replaceFile } from '../../platform/durable-file.ts';
import type { Restoring } from './restore-folder.ts';

export interface FreeOptions {
  /** Whether existing rows may be replaced. */
  isOver: boolean;
  /** This program's migrations, which define the product's tables. */
  known: readonly Migration[];
}

/**
 * Opens a PostgreSQL database that can be filled from scratch.
 * @throws conflict if the product runs on it, or it has rows that may not be replaced or another program's tables
 */
export async function openFreePostgres(
  location: DatabaseLocation,
  { isOver, known }: FreeOptions,
): Promise<OpenDatabase> {
  if (location.engine !== 'postgres') throw new TypeError('These settings are not of PostgreSQL');
  const database = openDatabase(location, { maxConnections: 1, answerWithinMs: AS_LONG_AS_IT_TAKES_MS });
  try {
    const { db } = database;
    if (await isPostgresInUse(db)) {
      throw new AppError('conflict', 'The product is running on this database: stop it first.');
    }
    const ours = new Set((await listProductTables(known)).map(({ name }) => name));
    const found = await listTables(db);
    const foreign = found.filter(({ name }) => !ours.has(name)).map(({ name }) => name);
    if (foreign.length > 0) {
      throw new AppError(
        'conflict',
        `The database has tables that are not this program's: ${foreign.join(', ')}`,
      );
    }
    for (const { name } of isOver ? [] : found) {
      const { rows } = await sql`select 1 from ${sql.id(name)} limit 1`.execute(db);
      if (rows.length > 0) {
        throw new AppError('conflict', `The database has data in it (${name}): use an empty one.`);
      }
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The product's tables: those that its migrations create. */
async function listProductTables(known: readonly Migration[]): Promise<TableShape[]> {
  const database = openDatabase({ engine: 'sqlite', file: ':memory:' });
  try {
    await migrate(database, known, systemClock);
    return await listTables(database.db);
  } finally {
    await database.close();
  }
}

/** Recreates the tables and fills them in one transaction: a failure leaves the database as it was. */
export async function fillPostgres<Result>(
  { db }: OpenDatabase,
  migrations: readonly Migration[],
  fill: (trx: Trx, tables: readonly TableShape[]) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await waitAsLongAsItTakes(trx);
    const old = [...(await listTables(trx)).map(({ name }) => name), MIGRATIONS_TABLE];
    await sql`drop table if exists ${sql.join(old.map((name) => sql.id(name)))}`.execute(trx);
    await applyAll(trx, 'postgres', migrations, systemClock);
    const result = await fill(trx, await listTables(trx));
    await sql`analyze`.execute(trx);
    return result;
  });
}

/** @throws conflict while the product runs on the file */
export function assertSqliteFree({ database }: Config): void {
  if (database.engine === 'sqlite' && isSqliteInUse(database.file)) {
    throw new AppError('conflict', 'The product is running on this data: stop it first.');
  }
}

/** Moves the database's file into place. @returns its number of rows */
export async function restoreSqlite({ backup }: Restoring, { database }: Config): Promise<number> {
  if (database.engine !== 'sqlite') throw new TypeError('These settings are not of SQLite');
  await replaceFile(database.file, readPart(backup, SQLITE_PART));
  return Object.values(backup.manifest.tables).reduce((sum, count) => sum + count, 0);
}

/**
 * Creates the tables and fills them, in one transaction.
 * @returns the number of rows written
 * @throws conflict if the product runs on the database, or it has rows that may not be replaced
 */
export async function restorePostgres({ backup, known, isOver }: Restoring, config: Config): Promise<number> {
  const { manifest } = backup;
  const migrations = known.filter(({ name }) => manifest.migrations.includes(name));
  const database = await openFreePostgres(config.database, { isOver, known });
  try {
    return await fillPostgres(database, migrations, async (trx, tables) => {
      let total = 0;
      assertSameTables(tables, Object.keys(manifest.tables));
      for (const table of tables) {
        const { count } = await writeRows(trx, table, readTablePart(backup, table));
        if (count !== manifest.tables[table.name]) {
          throw new AppError(
            'validation_failed',
            `The backup has ${count} rows of ${table.name}, which is not all.`,
          );
        }
        total += count;
      }
      return total;
    });
  } finally {
    await database.close();
  }
}

function assertSameTables(tables: readonly TableShape[], backedUp: readonly string[]): void {
  const names = tables.map(({ name }) => name);
  const differing = [
    ...names.filter((name) => !backedUp.includes(name)),
    ...backedUp.filter((name) => !names.includes(name)),
  ];
  if (differing.length > 0)
    throw new AppError('conflict', `The backup has other tables: ${differing.join(', ')}`);
}
