import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { loadMigrations } from '../../src/load-migrations.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../../src/platform/db/open.ts';
import { chosenEngines } from './engines.ts';
import { runOnServer, startPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated SQLite file, to be copied. */
    sqliteTemplate: string;
    /** Where Node keeps what it has compiled for the processes that tests start: by its content, for this run alone. */
    compiled: string;
    /** Addresses on the tests' PostgreSQL: where databases are made, and the migrated one to copy. */
    postgres: { adminUrl: string; template: string } | undefined;
  }
}

const TEMPLATE = 'atelier_template';

/** Once for the whole run: a PostgreSQL server, and on each engine a migrated database that tests copy. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(`${tmpdir()}/atelier-tests-`);
  const engines = chosenEngines(process.env.ENGINES);
  const sqliteTemplate = `${folder}/template.sqlite`;
  await makeMigrated({ engine: 'sqlite', file: sqliteTemplate });
  provide('sqliteTemplate', sqliteTemplate);
  provide('compiled', `${folder}/compiled`);

  const server = engines.includes('postgres') ? await startPostgresServer() : undefined;
  if (server) {
    const adminUrl = server.urlOf('postgres');
    await runOnServer(adminUrl, `create database ${TEMPLATE}`);
    await makeMigrated({ engine: 'postgres', url: server.urlOf(TEMPLATE) });
    provide('postgres', { adminUrl, template: TEMPLATE });
  } else {
    provide('postgres', undefined);
  }
  return async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function makeMigrated(location: DatabaseLocation): Promise<void> {
  const database = openDatabase(location);
  try {
    await migrate(database, await loadMigrations(), systemClock);
  } finally {
    await database.close();
  }
}
