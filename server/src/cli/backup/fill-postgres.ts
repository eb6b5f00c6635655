import { AppError } from '@atelier/domain/errors.ts';
import { sql } from 'kysely';
import { systemClock } from '../../platform/clock.ts';
import { listTables, MIGRATIONS_TABLE, type TableShape } from '../../platform/db/copy-rows.ts';
import type { Trx } from '../../platform/db/database.ts';
import { applyAll, type Migration, migrate } from '../../platform/db/migrate.ts';
import {
  AS_LONG_AS_IT_TAKES_MS,
  type DatabaseLocation,
  type OpenDatabase,
  openDatabase,
} from '../../platform/db/open.ts';
import { isPostgresInUse, waitAsLongAsItTakes } from '../../platform/db/postgres.ts';

export interface FreeOptions {
  /** Whether rows that are there may make room. */
  isOver: boolean;
  /** The migrations of this program: they say which tables are the product's. */
  known: readonly Migration[];
}

/**
 * Opens a PostgreSQL that can be filled from nothing.
 * @throws conflict where the product runs on it, it has rows that may not make room, or tables of another program
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

/** The product's tables: those that its migrations make. */
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
