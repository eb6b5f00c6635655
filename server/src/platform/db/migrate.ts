import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { type Clock, isoNow } from '../clock.ts';
import { columnKinds, type MigrationContext, type MigrationTrx } from './columns.ts';
import type { Db, Engine, Trx } from './database.ts';
import { AS_LONG_AS_IT_TAKES_MS, type DatabaseLocation, openDatabase } from './open.ts';
import { transaction } from './transaction.ts';

/** One step forward. There is no way back: a mistake is repaired by a further step. */
export interface Migration {
  /** `0001-what-it-does`: the name of its file. */
  name: string;
  up(context: MigrationContext): Promise<void>;
  /**
   * Whether the version before it fails on its result, or waits for it so long that calls fail: then it isn't applied while that runs. One
   * that only adds tables and columns doesn't need to.
   */
  needsStop?(): Promise<boolean>;
}

/** How long a process waits for another one that is migrating. */
const LOCK_WAIT_MS = 10 * 60_000;
/** PostgreSQL's lock is a number: this one is the bytes of "atel". */
const ADVISORY_LOCK = 0x6174656c;

/** A migration's file, as a source or built. */
const MIGRATION_FILE = /^((\d{4})-[a-z0-9-]+)\.(?:ts|cjs)$/;

/**
 * Lists the migrations of a folder in the order of their numbers; a step is loaded when it is applied. Throws on a bad name or a
 * number used twice.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /\.c?[jt]s$/.test(file)).sort();
  const numbers = new Set<string>();
  return files.map((file) => {
    const [, name, number] = MIGRATION_FILE.exec(file) ?? [];
    if (!name || !number) throw new Error(`${file}: a migration is named like 0001-what-it-does.ts`);
    if (numbers.has(number)) throw new Error(`${file}: there is another migration ${number}`);
    numbers.add(number);
    const load = () => loadStep(`${folder}/${file}`);
    return {
      name,
      up: async (context) => (await load()).up(context),
      needsStop: async () => (await load()).needsStop ?? false,
    };
  });
}

interface Step extends Pick<Migration, 'up'> {
  needsStop?: boolean;
}

async function loadStep(path: string): Promise<Step> {
  const module: Step = await import(pathToFileURL(path).href);
  if (typeof module.up !== 'function') throw new Error(`${path}: it exports no function "up"`);
  return module;
}

/**
 * Applies what is missing, each step in a transaction of its own under a lock, so that any number of
 * processes may start together: the holder of the lock takes the next missing step, and a step that fails
 * leaves the state before it.
 * @returns the names of the steps this call applied
 * @throws when the database has steps that this program does not know (it was written by a newer one)
 */
export async function migrate(
  { db, engine }: { db: Db; engine: Engine },
  migrations: readonly Migration[],
  clock: Clock,
): Promise<string[]> {
  if (await isUpToDate(db, migrations)) return [];
  const applied: string[] = [];
  if (engine === 'sqlite') {
    // The index of a large table is sorted on the disk.
    await sql`pragma temp_store = file`.execute(db);
  }
  try {
    for (;;) {
      const name = await applyNext(db, engine, migrations, clock);
      if (!name) return applied;
      applied.push(name);
    }
  } finally {
    if (engine === 'sqlite') {
      await sql`pragma temp_store = memory`.execute(db);
    }
  }
}

/**
 * Applies all of `migrations` to a database without any, as part of a transaction: for filling one from nothing,
 * all or not at all.
 */
export async function applyAll(
  trx: Trx,
  engine: Engine,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<void> {
  const untyped = trx as unknown as MigrationTrx;
  await lockSchema(untyped, engine);
  for (const migration of migrations) await apply(untyped, engine, migration, clock);
}

async function applyNext(
  db: Db,
  engine: Engine,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<string | undefined> {
  return transaction(db, async (productTrx) => {
    const trx = productTrx as unknown as MigrationTrx;
    await lockSchema(trx, engine);
    const next = findNext(migrations, await readApplied(trx));
    if (!next) return undefined;
    await apply(trx, engine, next, clock);
    return next.name;
  });
}

async function apply(
  trx: MigrationTrx,
  engine: Engine,
  { name, up }: Migration,
  clock: Clock,
): Promise<void> {
  try {
    await up({ db: trx, engine, column: columnKinds(engine) });
  } catch (error) {
    throw new Error(`Migration ${name} failed; the database is as it was before it`, { cause: error });
  }
  await sql`insert into schema_migrations (name, applied_at) values (${name}, ${isoNow(clock)})`.execute(trx);
}

async function lockSchema(trx: MigrationTrx, engine: Engine): Promise<void> {
  // On SQLite the transaction itself is the lock: it began IMMEDIATE.
  if (engine === 'postgres') {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx);
  }
  await sql`create table if not exists schema_migrations (
    name text primary key, applied_at text not null)`.execute(trx);
}

/**
 * Whether all steps are applied, and no others, without a lock: most starts find nothing to do and write nothing. A no is
 * decided again under the lock.
 */
async function isUpToDate(db: Db, migrations: readonly Migration[]): Promise<boolean> {
  // The table may not be there yet. Any other fault comes again, under the lock.
  const applied = await readApplied(db as unknown as MigrationTrx).catch(() => new Set<string>());
  return applied.size === migrations.length && migrations.every(({ name }) => applied.has(name));
}

async function readApplied(trx: MigrationTrx): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(trx);
  return new Set(rows.map((row) => row.name));
}

function findNext(migrations: readonly Migration[], applied: ReadonlySet<string>): Migration | undefined {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `The data was written by a newer version of this program (${unknown.sort().join(', ')}). ` +
        'Install that version, or restore a backup made before it.',
    );
  }
  return migrations.find((migration) => !applied.has(migration.name));
}

/** Which of `migrations` the database does not have yet. Reads only; a database without any has them all missing. */
export async function findMissingMigrations(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === 'schema_migrations')) return migrations.map(({ name }) => name);
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const applied = new Set(rows.map((row) => row.name));
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

/**
 * Migrates over its own connection, which waits longer than one for callers: for a lock of another
 * process, and for indexes of large tables.
 * @returns the names of the applied steps
 */
export async function migrateLocation(
  location: DatabaseLocation,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<string[]> {
  const database = openDatabase(location, {
    maxConnections: 1,
    lockWaitMs: LOCK_WAIT_MS,
    answerWithinMs: AS_LONG_AS_IT_TAKES_MS,
  });
  try {
    return await migrate(database, migrations, clock);
  } finally {
    await database.close();
  }
}

/** Throws, with what to do, when one of `migrations` that are missing can't be applied while another version runs. */
export async function requireNoStop(
  location: DatabaseLocation,
  migrations: readonly Migration[],
): Promise<void> {
  const database = openDatabase(location, { maxConnections: 1 });
  try {
    const missing = new Set(await findMissingMigrations(database.db, migrations));
    for (const { name, needsStop } of migrations) {
      if (missing.has(name) && (await needsStop?.())) {
        throw new Error(
          `The migration ${name} can’t be applied while the previous version runs: stop that, then start this one.`,
        );
      }
    }
  } finally {
    await database.close();
  }
}
