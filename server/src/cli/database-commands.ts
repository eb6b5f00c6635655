import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@atelier/domain/errors.ts';
import { loadMigrations } from '../load-migrations.ts';
import { systemClock } from '../platform/clock.ts';
import { digestTable, listTables, readRows, type TableShape, writeRows } from '../platform/db/copy-rows.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { findMissingMigrations, migrateLocation } from '../platform/db/migrate.ts';
import { openDatabase } from '../platform/db/open.ts';
import { isSqliteInUse } from '../platform/db/sqlite.ts';
import { syncFolder } from '../platform/durable-file.ts';
import { STUDIO_COMMAND } from '../platform/version.ts';
import { fillPostgres, openFreePostgres } from './backup/restore-database.ts';
import { type Command, readArguments } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  summary: 'bring the database up to date (starting the server does this too)',
  async run(_args, { config, print }) {
    const applied = await migrateLocation(config.database, await loadMigrations(), systemClock);
    print(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.');
    return 0;
  },
};

/** The file's name afterwards, so that it isn't used by mistake. */
const MOVED_NAME = 'atelier-before-move.sqlite';

export const moveCommand: Command = {
  name: 'move',
  usage: '',
  summary: 'move everything from SQLite to PostgreSQL; the product must not be running',
  details: [
    'Set DATABASE_URL to an empty PostgreSQL database and leave DATA_DIR as it is. Every row is copied from the SQLite',
    'file in DATA_DIR, in one transaction; then each table is read back and compared. If anything fails, the PostgreSQL',
    `stays empty. Afterwards the file is called ${MOVED_NAME}, and the product starts on PostgreSQL.`,
    'Files, keys and mailbox stay where they are: DATA_DIR is still needed.',
  ],
  async run(args, { config, print }) {
    readArguments(args, { positionals: 0, options: {} });
    const location = config.database;
    if (location.engine !== 'postgres') {
      throw new AppError('validation_failed', 'Set DATABASE_URL to the PostgreSQL to move to.');
    }
    const file = join(config.dataDir, 'atelier.sqlite');
    if (!existsSync(file))
      throw new AppError('not_found', `There is nothing to move: ${file} doesn’t exist.`);
    if (isSqliteInUse(file))
      throw new AppError('conflict', 'The product is running on this data: stop it first.');
    const known = await loadMigrations();
    const source = openDatabase({ engine: 'sqlite', file });
    try {
      if ((await findMissingMigrations(source.db, known)).length > 0) {
        throw new AppError(
          'conflict',
          `The SQLite file isn’t up to date: ${STUDIO_COMMAND} migrate, without DATABASE_URL`,
        );
      }
      const target = await openFreePostgres(location, { isOver: false, known });
      try {
        const tables = await listTables(source.db);
        // A transaction on the file too: no process writes to it until the copy is committed.
        const total = await source.db
          .transaction()
          .execute((from) =>
            fillPostgres(target, known, (trx, made) => copyTables(from, tables, trx, made, print)),
          );
        print(`Moved ${total} rows in ${tables.length} tables; each table was read back and matches.`);
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
    await rename(file, join(config.dataDir, MOVED_NAME));
    await syncFolder(dirname(file));
    print(
      `The file is now ${join(config.dataDir, MOVED_NAME)}. Start the product with DATABASE_URL as it is now.`,
    );
    return 0;
  },
};

/** Copies each table and compares the written rows with the read ones. @returns the number of rows */
async function copyTables(
  from: Db,
  tables: readonly TableShape[],
  to: Trx,
  made: readonly TableShape[],
  print: (line: string) => void,
): Promise<number> {
  assertAlike(tables, made);
  let total = 0;
  for (const table of made) {
    // In the order of the target's columns, whose order in the file can be another one.
    const written = await writeRows(to, table, readRows(from, table));
    const arrived = await digestTable(to, table);
    if (arrived.count !== written.count || arrived.sum !== written.sum) {
      throw new Error(`${table.name} is not the same after the move; nothing was changed`);
    }
    if (written.count > 0) print(`${table.name}: ${written.count}`);
    total += written.count;
  }
  return total;
}

function assertAlike(tables: readonly TableShape[], made: readonly TableShape[]): void {
  const describe = (shapes: readonly TableShape[]) =>
    shapes
      .map(
        ({ name, columns }) =>
          `${name}(${columns
            .map((column) => column.name)
            .sort()
            .join()})`,
      )
      .sort()
      .join('; ');
  if (describe(tables) !== describe(made)) {
    throw new Error(`The two databases have different tables: ${describe(tables)} and ${describe(made)}`);
  }
}
