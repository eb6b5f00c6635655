import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
import { type BenchSearch, openBareSearches, searchAsProduct } from './harness/bare-search.ts';
import { watchCpuTime } from './harness/cpu-time.ts';
import { type Comparison, compare, printComparisons } from './harness/ratios.ts';
import { COMMON_WORD, fillScale, RARE_WORD, rowId, type Scale } from './harness/scale-rows.ts';

/*
 * How much longer lists and searches take on a large database than on one with next to nothing in it, and how much longer the
 * queries of a search take than the bare driver with the same index. Run by:
 * npm run bench -- scale [--rows 1000000] [--samples 300] [--engine sqlite] [--json file]
 *
 * `rows` is the number of enquiries and of messages; projects are a tenth of it. The two sides are asked in turn, so that
 * whatever slows the machine slows both. Figures are milliseconds of the processor's time that the call costs here and in
 * the database, which other work on the machine does not change.
 */

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    samples: { type: 'string', default: '300' },
    engine: { type: 'string' },
    json: { type: 'string' },
  },
});
const ROWS = Number(values.rows);
const SAMPLES = Number(values.samples);
/** As many as fill the page of every search that fills one of the large database. */
const SMALL: Scale = { projects: 200, enquiries: 200, messages: 100 };
const LARGE: Scale = { projects: ROWS / 10, enquiries: ROWS, messages: ROWS };
const CLIENT_NUMBER = 1;

// Before each call, so that none is charged for what the ones before it have left.
setFlagsFromString('--expose-gc');
const collect: (options: { type: 'minor' }) => void = runInNewContext('gc');
const collectGarbage = () => collect({ type: 'minor' });

/** How often at most a list or a search may cost what its yardstick costs. */
const MOST_TIMES = 2;

const WORDS: Record<string, string> = {
  'rare word': RARE_WORD,
  'common word': COMMON_WORD,
  'two letters': 'ad',
  'no hit': 'qqqqqq',
};
const PATHS = { projects: '/admin/projects', enquiries: '/contact/contacts', accounts: '/admin/users' };
/** A search of one of those lists. */
type ListSearch = BenchSearch & { list: keyof typeof PATHS };
const searchesOf = (list: keyof typeof PATHS, rareStatus?: string): (readonly [string, ListSearch])[] => [
  ...Object.entries(WORDS).map(([name, asked]) => [name, { list, asked }] as const),
  ...(rareStatus
    ? [
        ['common word, rare status', { list, asked: COMMON_WORD, status: rareStatus }] as const,
        ['two letters, rare status', { list, asked: 'ad', status: rareStatus }] as const,
      ]
    : []),
];
const searches = [
  ...searchesOf('projects', 'archived'),
  ...searchesOf('enquiries', 'new'),
  ...searchesOf('accounts'),
];

/** A call by one user, and another path for the near-empty database if its page isn't there. */
interface Call {
  name: string;
  path: string;
  who?: 'client';
  smallPath?: string;
}
const portal = `/portal/${rowId('b', CLIENT_NUMBER)}`;
const calls: readonly Call[] = [
  ...Object.values(PATHS).map((path) => ({ name: path, path: `${path}?limit=20` })),
  { name: '/admin/projects submitted', path: '/admin/projects?limit=20&status=submitted' },
  ...[PATHS.projects, PATHS.enquiries].map((path) => ({
    name: `${path} page 50`,
    path: `${path}?limit=20&page=50`,
    smallPath: `${path}?limit=20`,
  })),
  ...searches.map(([name, { list, asked, status }]) => ({
    name: `${PATHS[list]} ${name}`,
    path: `${PATHS[list]}?limit=20&q=${asked}${status ? `&status=${status}` : ''}`,
  })),
  { name: '/onboarding/list', path: '/onboarding/list', who: 'client' },
  { name: '/messages newest', path: `${portal}/messages`, who: 'client' },
  { name: '/messages before', path: `${portal}/messages?before=${rowId('d', 2)}`, who: 'client' },
  { name: '/activity', path: `${portal}/activity`, who: 'client' },
  { name: '/admin/overview', path: '/admin/overview' },
  { name: '/admin/audit', path: '/admin/audit' },
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
  const bare = await openBareSearches(target);
  const cpuTime = await watchCpuTime(database.db, location.engine, bare.backend);
  return {
    timeCall: (path: string, who = 'owner') =>
      timeOf(cpuTime, async () => {
        const headers = { authorization: `Bearer ${who}` };
        const reply = await app.http.inject({ url: `/api${path}`, headers });
        if (reply.statusCode !== 200) {
          throw new Error(`${path} was answered ${reply.statusCode}: ${reply.body}`);
        }
      }),
    timeSearch: (search: BenchSearch) => timeOf(cpuTime, () => searchAsProduct(database.db, search)),
    timeBareSearch: (search: BenchSearch) => timeOf(cpuTime, () => bare.search(search)),
    async close() {
      await bare.close();
      await app.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Milliseconds of processor that it costs. */
async function timeOf(cpuTime: () => number, work: () => Promise<void>): Promise<number> {
  collectGarbage();
  const before = cpuTime();
  await work();
  return cpuTime() - before;
}

type Pair = readonly [ours: number, yardstick: number];

/** The median and the 99th percentile of what both sides cost, asked in turn. */
async function measure(name: string, ask: () => Promise<Pair>): Promise<Comparison[]> {
  const samples: Pair[] = [];
  // The first ones warm up.
  for (let count = -5; count < SAMPLES; count += 1) {
    const pair = await ask();
    if (count >= 0) samples.push(pair);
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
      goal: MOST_TIMES,
    }),
  );
}

async function measureEngine(
  engine: Engine,
  locate: (name: string) => Promise<DatabaseLocation>,
): Promise<Comparison[]> {
  console.log(`\n${engine}`);
  // The large one first: an idle connection would be closed before it is filled.
  const large = await open(await locate('large'), LARGE);
  const small = await open(await locate('small'), SMALL);
  const found: Comparison[] = [];
  for (const { name, path, who, smallPath = path } of calls) {
    const ask = async (): Promise<Pair> => {
      const near = await small.timeCall(smallPath, who);
      return [await large.timeCall(path, who), near];
    };
    found.push(...(await measure(`${engine} ${name}`, ask)));
  }
  for (const [name, search] of searches) {
    const ask = async (): Promise<Pair> => {
      const bare = await large.timeBareSearch(search);
      return [await large.timeSearch(search), bare];
    };
    found.push(...(await measure(`${engine} queries of ${search.list}, ${name}`, ask)));
  }
  await small.close();
  await large.close();
  return found;
}

const comparisons: Comparison[] = [];
if (values.engine !== 'postgres') {
  comparisons.push(...(await measureEngine('sqlite', async () => ({ engine: 'sqlite', file: '' }))));
}
if (values.engine !== 'sqlite') {
  const server: PostgresServer = await startPostgresServer();
  try {
    const locate = async (name: string): Promise<DatabaseLocation> => {
      await runOnServer(server.urlOf('postgres'), `create database ${name}`);
      return { engine: 'postgres', url: server.urlOf(name) };
    };
    comparisons.push(...(await measureEngine('postgres', locate)));
  } finally {
    await server.stop();
  }
}
printComparisons('scale', comparisons, values.json);
