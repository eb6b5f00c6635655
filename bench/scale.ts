import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { buildApp } from '../server/src/app.ts';
import { loadConfig } from '../server/src/config.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import type { Engine } from '../server/src/platform/db/database.ts';
import { loadMigrations, migrate } from '../server/src/platform/db/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../server/src/platform/db/open.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createMailboxTransport } from '../server/src/platform/mail/mailbox.ts';
import { loadServerSecret } from '../server/src/platform/server-secret.ts';
import { openStore } from '../server/src/platform/storage/open-store.ts';
import { type PostgresServer, runOnServer, startPostgresServer } from '../server/test/postgres-server.ts';
import { COMMON_WORD, fillScale, RARE_WORD, rowId, type Scale } from './harness/scale-rows.ts';

/*
 * How much longer lists and searches take on a large database than on one with next to nothing in it. Run by:
 * npm run bench -- scale [--rows 1000000] [--samples 60] [--engine sqlite]. `rows` is the number of enquiries and of
 * messages; projects are a tenth of it. The two databases are asked in turn, so that whatever slows the machine slows
 * both; the figures are medians, 99th percentiles in milliseconds, and their ratios.
 */

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    samples: { type: 'string', default: '60' },
    engine: { type: 'string' },
  },
});
const ROWS = Number(values.rows);
const SAMPLES = Number(values.samples);
const SMALL: Scale = { projects: 50, enquiries: 100, messages: 100 };
const LARGE: Scale = { projects: ROWS / 10, enquiries: ROWS, messages: ROWS };
const CLIENT_NUMBER = 1;

const searches: Record<string, string> = {
  'rare word': `q=${RARE_WORD}`,
  'common word': `q=${COMMON_WORD}`,
  'two letters': 'q=ad',
  'no hit': 'q=qqqqqq',
};
const searchCalls = (path: string, rareStatus?: string) => [
  ...Object.entries(searches).map(([name, query]) => [`${path} ${name}`, `${path}?limit=20&${query}`]),
  ...(rareStatus
    ? [[`${path} common word, rare status`, `${path}?limit=20&q=${COMMON_WORD}&status=${rareStatus}`]]
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
  const database = openDatabase(target);
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
  return {
    async time(path: string, who: string): Promise<number> {
      const began = performance.now();
      const reply = await app.http.inject({
        url: `/api${path}`,
        headers: { authorization: `Bearer ${who}` },
      });
      const took = performance.now() - began;
      if (reply.statusCode !== 200)
        throw new Error(`${path} was answered ${reply.statusCode}: ${reply.body}`);
      return took;
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

async function measure(engine: Engine, locate: (name: string) => Promise<DatabaseLocation>): Promise<void> {
  console.log(`\n${engine}`);
  const small = await open(await locate('small'), SMALL);
  const large = await open(await locate('large'), LARGE);
  for (const [name = '', path = '', who = 'owner'] of calls) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let sample = -5; sample < SAMPLES; sample += 1) {
      const [little, much] = [await small.time(path, who), await large.time(path, who)];
      // The first ones warm up.
      if (sample >= 0) {
        times.small.push(little);
        times.large.push(much);
      }
    }
    const figures = [0.5, 0.99].map((share) => [quantile(times.small, share), quantile(times.large, share)]);
    const told = figures.map(
      ([a = 0, b = 0]) => `${a.toFixed(1)} -> ${b.toFixed(1)} (${(b / a).toFixed(2)}x)`,
    );
    console.log(`${name.padEnd(46)} p50 ${told[0]?.padEnd(24)} p99 ${told[1]}`);
  }
  await small.close();
  await large.close();
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
