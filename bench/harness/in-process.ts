import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildApp } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/config.ts';
import { loadMigrations } from '../../server/src/load-migrations.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import type { Db, Engine } from '../../server/src/platform/db/database.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { createMailboxTransport } from '../../server/src/platform/mail/mailbox.ts';
import { loadServerSecret } from '../../server/src/platform/server-secret.ts';
import { openStore } from '../../server/src/platform/storage/object-store.ts';
import { runOnServer, startPostgresServer } from '../../server/test/harness/postgres-server.ts';
import { watchCpuTime } from './cpu-time.ts';
import { type Comparison, compare } from './ratios.ts';
import { rowId } from './scale-rows.ts';

// Before each call, so that none is charged for what the ones before it have left.
setFlagsFromString('--expose-gc');
const collect: (options: { type: 'minor' }) => void = runInNewContext('gc');

/** The account of the client who calls. */
export const CLIENT_NUMBER = 1;

/**
 * The product in this process, on a filled database with one connection.
 * @param fill gives what it has filled, in words
 */
export async function openInProcess(
  location: DatabaseLocation,
  fill: (db: Db, engine: Engine) => Promise<string>,
) {
  const folder = mkdtempSync(`${tmpdir()}/atelier-scale-`);
  const target = location.engine === 'sqlite' ? { ...location, file: `${folder}/atelier.sqlite` } : location;
  const database = openDatabase(target, { maxConnections: 1 });
  const { db } = database;
  const migrations = await loadMigrations();
  await migrate(database, migrations, systemClock);
  const begun = performance.now();
  const filled = await fill(db, location.engine);
  console.log(`filled ${filled} in ${Math.round((performance.now() - begun) / 1_000)} s`);
  const config = loadConfig({ DATA_DIR: folder, RATE_LIMIT_SCALE: '1000000' });
  const app = await buildApp({
    config,
    database,
    migrations,
    clock: systemClock,
    log: createLog('silent'),
    transport: createMailboxTransport(config.mailboxDir),
    store: openStore(config.store),
    site: undefined,
    secret: await loadServerSecret(folder),
    identities: {
      identify: async (token) => ({
        accountId: token === 'owner' ? rowId('a', 2) : rowId('a', CLIENT_NUMBER),
        email: token === 'owner' ? 'client2@client.example' : 'client1@client.example',
        sessionId: 'bench',
        roles: token === 'owner' ? ['admin'] : [],
        wantedUsername: undefined,
        secondFactor: 'none',
        signedInAt: undefined,
      }),
      findConfirmedEmail: async () => undefined,
    },
  });
  await app.http.ready();
  return {
    db,
    location: target,
    async call(path: string, who: 'owner' | 'client' = 'owner'): Promise<void> {
      const headers = { authorization: `Bearer ${who}` };
      const reply = await app.http.inject({ url: `/api${path}`, headers });
      if (reply.statusCode !== 200)
        throw new Error(`${path} was answered ${reply.statusCode}: ${reply.body}`);
    },
    /** Gives what times work, in milliseconds of processor here and in the database. @param other a further process that counts */
    async watch(other?: number) {
      const cpuTime = await watchCpuTime(db, location.engine, other);
      return async (work: () => Promise<void>): Promise<number> => {
        collect({ type: 'minor' });
        const before = cpuTime();
        await work();
        return cpuTime() - before;
      };
    },
    async close() {
      await app.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Pair = readonly [ours: number, yardstick: number];

/** The median and the 99th percentile of what both sides cost, asked in turn. */
export async function measure(
  { name, samples: count, goal }: { name: string; samples: number; goal: number },
  ask: () => Promise<Pair>,
): Promise<Comparison[]> {
  const samples: Pair[] = [];
  // The first ones warm up.
  for (let round = -5; round < count; round += 1) {
    const pair = await ask();
    if (round >= 0) samples.push(pair);
  }
  const quantile = (side: 0 | 1, share: number) => {
    const sorted = samples.map((pair) => pair[side]).sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  };
  return [0.5, 0.99].map((share) =>
    compare({
      name: `${name}: p${share * 100} in ms`,
      pairs: [[quantile(0, share), quantile(1, share)]],
      isMoreBetter: false,
      goal,
    }),
  );
}

/** Measures on one engine or on both, each time on databases of its own. */
export async function onEachEngine(
  only: string | undefined,
  measureOn: (engine: Engine, locate: (name: string) => Promise<DatabaseLocation>) => Promise<Comparison[]>,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  if (only !== 'postgres') {
    comparisons.push(...(await measureOn('sqlite', async () => ({ engine: 'sqlite', file: '' }))));
  }
  if (only === 'sqlite') return comparisons;
  const server = await startPostgresServer();
  try {
    const locate = async (name: string): Promise<DatabaseLocation> => {
      await runOnServer(server.urlOf('postgres'), `create database ${name}`);
      return { engine: 'postgres', url: server.urlOf(name) };
    };
    comparisons.push(...(await measureOn('postgres', locate)));
  } finally {
    await server.stop();
  }
  return comparisons;
}
