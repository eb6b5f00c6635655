import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildApp } from '../server/src/app.ts';
import { loadConfig } from '../server/src/config.ts';
import { loadMigrations } from '../server/src/load-migrations.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import type { Engine } from '../server/src/platform/db/database.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../server/src/platform/db/open.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createMailboxTransport } from '../server/src/platform/mail/mailbox.ts';
import { loadServerSecret } from '../server/src/platform/server-secret.ts';
import { openStore } from '../server/src/platform/storage/object-store.ts';
import {
  type PostgresServer,
  runOnServer,
  startPostgresServer,
} from '../server/test/harness/postgres-server.ts';
import { watchCpuTime } from './harness/cpu-time.ts';
import { COMMON_WORD, fillScale, RARE_WORD, rowId, type Scale } from './harness/scale-rows.ts';

/*
 * How much longer lists and searches take on a large database than on one with next to nothing in it. Run by:
 * npm run bench -- scale [--rows 1000000] [--samples 300] [--engine sqlite]. `rows` is the number of enquiries and of
 * messages; projects are a tenth of it. The two databases are asked in turn, so that whatever slows the machine slows
 * both. Figures are milliseconds: the median by the clock, and median and 99th percentile of the processor's time that
 * the call cost here and in the database, which other work on the machine does not change. What is more than twice as
 * much is marked.
 */

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    samples: { type: 'string', default: '300' },
    engine: { type: 'string' },
  },
});
const ROWS = Number(values.rows);
const SAMPLES = Number(values.samples);
const SMALL: Scale = { projects: 50, enquiries: 100, messages: 100 };
const LARGE: Scale = { projects: ROWS / 10, enquiries: ROWS, messages: ROWS };
const CLIENT_NUMBER = 1;

// Before each call, so that none is charged for what the ones before it have left.
setFlagsFromString('--expose-gc');
const collect: (options: { type: 'minor' }) => void = runInNewContext('gc');
const collectGarbage = () => collect({ type: 'minor' });

const searches: Record<string, string> = {
  'rare word': `q=${RARE_WORD}`,
  'common word': `q=${COMMON_WORD}`,
  'two letters': 'q=ad',
  'no hit': 'q=qqqqqq',
};
const searchCalls = (path: string, rareStatus?: string) => [
  ...Object.entries(searches).map(([name, query]) => [`${path} ${name}`, `${path}?limit=20&${query}`]),
  ...(rareStatus
    ? [
        [`${path} common word, rare status`, `${path}?limit=20&q=${COMMON_WORD}&status=${rareStatus}`],
        [`${path} two letters, rare status`, `${path}?limit=20&q=ad&status=${rareStatus}`],
      ]
    : []),
];
const portal = `/portal/${rowId('b', CLIENT_NUMBER)}`;
/** Name, path and whose call it is: the owner's, or with a star a client's. */
const calls: readonly (readonly string[])[] = [
  ['/admin/projects', '/admin/projects?limit=20'],
  ['/admin/projects submitted', '/admin/projects?limit=20&status=submitted'],
  ['/admin/projects page 50', '/admin/projects?limit=20&page=50'],
  ...searchCalls('/admin/projects', 'archived'),
  ['/contact/contacts', '/contact/contacts?limit=20'],
  ['/contact/contacts page 50', '/contact/contacts?limit=20&page=50'],
  ...searchCalls('/contact/contacts', 'new'),
  ['/admin/users', '/admin/users?limit=20'],
  ...searchCalls('/admin/users'),
  ['/onboarding/list', '/onboarding/list', 'client'],
  ['/messages newest', `${portal}/messages`, 'client'],
  ['/messages before', `${portal}/messages?before=${rowId('d', 2)}`, 'client'],
  ['/activity', `${portal}/activity`, 'client'],
  ['/admin/overview', '/admin/overview'],
  ['/admin/audit', '/admin/audit'],
];

async function open(location: DatabaseLocation, scale: Scale) {
  const folder = mkdtempSync(`${tmpdir()}/atelier-scale-`);
  const target = location.engine === 'sqlite' ? { ...location, file: `${folder}/atelier.sqlite` } : location;
  const database = openDatabase(target, { maxConnections: 1 });
  const migrations = await loadMigrations();
  await migrate(database, migrations, systemClock);
  const begun = performance.now();
  await fillScale(database.db, location.engine, scale);
  console.log(
    `filled ${scale.enquiries} enquiries, ${scale.projects} projects, ${scale.messages} messages in ${Math.round((performance.now() - begun) / 1_000)} s`,
  );
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
  const cpuTime = await watchCpuTime(database.db, location.engine);
  return {
    async time(path: string, who: string): Promise<Sample> {
      collectGarbage();
      const usedBefore = cpuTime();
      const began = performance.now();
      const reply = await app.http.inject({
        url: `/api${path}`,
        headers: { authorization: `Bearer ${who}` },
      });
      const wall = performance.now() - began;
      const cpu = cpuTime() - usedBefore;
      if (reply.statusCode !== 200)
        throw new Error(`${path} was answered ${reply.statusCode}: ${reply.body}`);
      return { wall, cpu };
    },
    async close() {
      await app.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

/** By the clock, and of processor; in milliseconds. */
interface Sample {
  wall: number;
  cpu: number;
}

const FIGURES: readonly (readonly [string, keyof Sample, number])[] = [
  ['p50', 'wall', 0.5],
  ['cpu p50', 'cpu', 0.5],
  ['cpu p99', 'cpu', 0.99],
];

async function measure(engine: Engine, locate: (name: string) => Promise<DatabaseLocation>): Promise<void> {
  console.log(`\n${engine}`);
  // The large one first: an idle connection would be closed before it is filled.
  const large = await open(await locate('large'), LARGE);
  const small = await open(await locate('small'), SMALL);
  for (const [name = '', path = '', who = 'owner'] of calls) {
    const samples: (readonly [Sample, Sample])[] = [];
    for (let count = -5; count < SAMPLES; count += 1) {
      const pair = [await small.time(path, who), await large.time(path, who)] as const;
      // The first ones warm up.
      if (count >= 0) samples.push(pair);
    }
    const ratios: number[] = [];
    const told = FIGURES.map(([title, kind, share]) => {
      const [a, b] = [0, 1].map((side) =>
        quantile(
          samples.map((pair) => pair[side as 0 | 1][kind]),
          share,
        ),
      );
      ratios.push((b ?? 0) / (a ?? 0));
      return `${title} ${a?.toFixed(2)} -> ${b?.toFixed(2)} (${ratios.at(-1)?.toFixed(2)}x)`.padEnd(34);
    });
    console.log(`${name.padEnd(44)} ${told.join('')}${ratios.some((ratio) => ratio > 2) ? '<--' : ''}`);
  }
  await small.close();
  await large.close();
  console.log(
    `load of the machine meanwhile: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
}

if (values.engine !== 'postgres') await measure('sqlite', async () => ({ engine: 'sqlite', file: '' }));
if (values.engine !== 'sqlite') {
  const server: PostgresServer = await startPostgresServer();
  try {
    await measure('postgres', async (name) => {
      await runOnServer(server.urlOf('postgres'), `create database ${name}`);
      return { engine: 'postgres', url: server.urlOf(name) };
    });
  } finally {
    await server.stop();
  }
}
