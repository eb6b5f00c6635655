import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, inject } from 'vitest';
import type { Engine } from '../../src/platform/db/database.ts';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../src/platform/db/open.ts';
import { stopSyncingSqlite } from '../../src/platform/db/sqlite.ts';
import { newId } from '../../src/platform/ids.ts';
import { chosenEngines, enginesForAny } from './engines.ts';
import { runOnServer } from './postgres-server.ts';

/**
 * Describes what the engine has a part in, on both: statements and their plans, locks and races, search, backups,
 * and one path through each noun.
 */
export function describeEachEngine(describeOn: (engine: Engine) => void): void {
  describeOnEngines(chosenEngines(process.env.ENGINES), describeOn);
}

/** Describes what doesn't depend on the engine: on SQLite, and on both in `npm run test:full`. */
export function describeAnyEngine(describeOn: (engine: Engine) => void): void {
  describeOnEngines(enginesForAny(process.env.ENGINES), describeOn);
}

function describeOnEngines(engines: readonly Engine[], describeOn: (engine: Engine) => void): void {
  for (const engine of engines) describe(`on ${engine}`, () => describeOn(engine));
}

/** A place for a database of a test's own; `remove` after everything on it is closed. */
export interface TestLocation {
  location: DatabaseLocation;
  remove(): Promise<void>;
}

/** A database that has every migration (`migrated`), or none. */
export async function createTestLocation(
  engine: Engine,
  kind: 'migrated' | 'empty' = 'migrated',
): Promise<TestLocation> {
  return engine === 'sqlite' ? createSqliteLocation(kind) : createPostgresLocation(kind);
}

function createSqliteLocation(kind: 'migrated' | 'empty'): TestLocation {
  const folder = mkdtempSync(`${tmpdir()}/atelier-test-`);
  const file = `${folder}/atelier.sqlite`;
  if (kind === 'migrated') copyFileSync(inject('sqliteTemplate'), file);
  return {
    location: { engine: 'sqlite', file },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function createPostgresLocation(kind: 'migrated' | 'empty'): Promise<TestLocation> {
  const server = inject('postgres');
  if (!server) throw new Error('This run has no PostgreSQL: ENGINES leaves it out');
  const { adminUrl, template } = server;
  const name = `test_${newId().replaceAll('-', '')}`;
  const source = kind === 'migrated' ? template : 'template0';
  // Copying the files takes a fifth of the time of the default, which writes them to the log.
  await runOnServer(adminUrl, `create database ${name} template ${source} strategy file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    location: { engine: 'postgres', url: url.href },
    remove: () => runOnServer(adminUrl, `drop database ${name} with (force)`),
  };
}

/** A database of a test's own, open; closed and removed at the end of the scope (`await using`) or by hand. */
export interface TestDatabase extends OpenDatabase, AsyncDisposable {
  location: DatabaseLocation;
  remove(): Promise<void>;
}

export async function createTestDatabase(
  engine: Engine,
  kind: 'migrated' | 'empty' = 'migrated',
): Promise<TestDatabase> {
  const { location, remove } = await createTestLocation(engine, kind);
  const database = openDatabase(location, { strict: true, maxConnections: 5 });
  // No test cuts the power of its own process; those that do it to another start that as it is.
  if (engine === 'sqlite') await stopSyncingSqlite(database.db);
  const removeAll = async () => {
    await database.close();
    await remove();
  };
  return { ...database, location, remove: removeAll, [Symbol.asyncDispose]: removeAll };
}
