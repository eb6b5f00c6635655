import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api, type EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { loadMigrations } from '../server/src/load-migrations.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { columnKinds, type MigrationTrx } from '../server/src/platform/db/columns.ts';
import type { Engine } from '../server/src/platform/db/database.ts';
import { type Migration, migrate } from '../server/src/platform/db/migrate.ts';
import { openDatabase } from '../server/src/platform/db/open.ts';
import { databaseEnv, startNode } from '../server/test/harness/child.ts';
import { createTestLocation, describeEachEngine } from '../server/test/harness/database.ts';
import { type RunningProduct, startProduct } from '../server/test/harness/running-product.ts';
import { type Subjects, sampleCalls } from '../server/test/samples/all-samples.ts';
import { targetOf } from '../server/test/samples/noun-samples.ts';
import { id } from '../server/test/samples/values.ts';
import { ask } from './harness/ask.ts';
import { findLosses, readAllRows, readState } from './harness/kept-rows.ts';
import { CLIENT, fillOldSchema, OWNER } from './harness/old-schema.ts';
import { keepResult } from './harness/results.ts';
import { sized } from './harness/size.ts';
import { findUnmoved } from './harness/unmoved-rows.ts';
import { KILL, without } from './harness/without.ts';

const migrations = await loadMigrations();
const NAMES = migrations.map(({ name }) => name);
/** Rows of each table. */
const ROWS = sized({ quick: 8, full: 60 });
/** How many migrations the old database has. */
const EVERY_STEP = NAMES.map((_, index) => index + 1);
const QUICK_STEPS = ['0002', '0060', '0116', '0210'].map(
  (number) => NAMES.findIndex((name) => name.startsWith(number)) + 1,
);
const OLD = sized({ quick: QUICK_STEPS, full: EVERY_STEP });
const STARTED = sized({ quick: [QUICK_STEPS[1] ?? 0, NAMES.length], full: EVERY_STEP });
/** Some steps of several statements. */
const LONG = NAMES.filter((name) => /^(0082|0105|0160)/.test(name));
/** Steps that fail half-way. */
const FAILING = sized({ quick: LONG, full: NAMES.slice(1) });
const KILLED = sized({ quick: [], full: FAILING });
/** How the next version ends half-way. */
const ENDS = {
  throws: `throw new Error('half-way');`,
  'is killed': KILL,
};
const TRIED_ENDS = sized<(keyof typeof ENDS)[]>({ quick: ['is killed'], full: ['throws', 'is killed'] });

/** A database at an old step, filled, with a folder for the product's files. */
async function makeOld(engine: Engine, steps: number) {
  const { location, remove: removeLocation } = await createTestLocation(engine, 'empty');
  // Not strict: a step is loaded inside its transaction, where nothing else waits yet.
  const database = openDatabase(location, { maxConnections: 2 });
  const folder = mkdtempSync(`${tmpdir()}/atelier-upgrade-`);
  await migrate(database, migrations.slice(0, steps), systemClock);
  const env = { DATA_DIR: folder, ...databaseEnv(location) };
  const session = await fillOldSchema(database.db, env.DATA_DIR, ROWS);
  const remove = async () => {
    await database.close();
    await removeLocation();
    rmSync(folder, { recursive: true, force: true });
  };
  return { db: database.db, database, env, session, remove };
}

/** The newest step of an old database. */
const newestOf = (steps: number) => NAMES[steps - 1] ?? '';
const has = (steps: number, number: string) => newestOf(steps) >= number;

interface Old {
  steps: number;
  refreshToken: string | undefined;
}

/** What the product, on an upgraded database, doesn't answer as it should. */
async function findUnanswered(product: RunningProduct, { steps, refreshToken }: Old): Promise<string[]> {
  const wrong: string[] = [];
  const hasUsers = has(steps, '0010');
  const tokenOf = (email: string) => (hasUsers ? product.signIn(email) : product.signUp(email));
  const [owner, client] = [await tokenOf(OWNER), await tokenOf(CLIENT)];
  await product.call(client, api.getMe);
  const count = has(steps, '0020') ? ROWS : 0;
  const get = async (who: string, token: string, target: string, isRight = (_body: never) => true) => {
    const { status, body } = await ask(product.origin, { method: 'GET', target: `/api${target}`, token });
    if (status !== 200)
      wrong.push(`${target} to the ${who}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    else if (!isRight(body as never))
      wrong.push(`${target} to the ${who}: ${JSON.stringify(body).slice(0, 300)}`);
  };
  const isWhole = (body: { total: number } | unknown[]) =>
    (Array.isArray(body) ? body.length : body.total) === count;
  await get('owner', owner, '/me');
  await get('owner', owner, '/admin/overview');
  const projectId = id('b', 2);
  for (const [name, endpoint] of Object.entries(api) as [EndpointName, Endpoint][]) {
    const { method, path, access, params, isStream } = endpoint;
    const isList = method === 'GET' && !params && !isStream && access !== 'public';
    // The rows of documents have no files here.
    if (!isList || /unread|waiting|documents/.test(path)) continue;
    // Some lists need a word or a year; none of those without a parameter is about a subject.
    const { query = {} } = sampleCalls[name]({ projectId } as Subjects);
    await get('owner', owner, targetOf(endpoint, { query }).slice('/api'.length));
  }
  await get('client', client, '/me');
  if (count === 0) return wrong;
  const lists = ['/admin/projects', '/admin/users', ...(has(steps, '0030') ? ['/contact/contacts'] : [])];
  for (const list of lists) {
    await get('owner', owner, `${list}?limit=100`, isWhole);
    await get('owner', owner, `${list}?limit=100&q=website`, isWhole);
  }
  for (const { method, path, access, params } of Object.values(api) as Endpoint[]) {
    const isOfProject =
      method === 'GET' &&
      params &&
      /(projects|portal)\/:id/.test(path) &&
      !path.replace(':id', '').includes(':');
    if (!isOfProject || /document|pdf/.test(path)) continue;
    const target = path.replace(':id', projectId);
    if (access === 'admin') await get('owner', owner, target);
    else await get('client', client, target);
  }
  if (refreshToken) {
    const { status } = await ask(product.origin, {
      method: 'POST',
      target: '/auth/v1/token?grant_type=refresh_token',
      body: { refresh_token: refreshToken },
    });
    if (status !== 200) wrong.push(`the session of before can't be refreshed: ${status}`);
  }
  return wrong;
}

/** A step that breaks before one of its statements; `isOver` once it had fewer. */
function breaking(step: Migration, at: number): { step: Migration; isOver: () => boolean } {
  let count = 0;
  const tick = () => {
    count += 1;
    if (count === at) throw new Error('interrupted');
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      tick();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const up: Migration['up'] = async (context) => {
    await step.up({ ...context, db: context.db.withPlugin(plugin) as MigrationTrx });
    // After all of them, and before the commit.
    tick();
  };
  return { step: { ...step, up }, isOver: () => count < at };
}

/** Kills a process of its own between a step's last statement and its commit. */
async function killWithin(location: object, name: string): Promise<void> {
  const source = `${import.meta.dirname}/../server/src`;
  const code = `
    import { openDatabase } from '${source}/platform/db/open.ts';
    import { migrate } from '${source}/platform/db/migrate.ts';
    import { loadMigrations } from '${source}/load-migrations.ts';
    import { systemClock } from '${source}/platform/clock.ts';
    const steps = (await loadMigrations()).map((step) => step.name !== '${name}' ? step : {
      ...step,
      up: async (context) => {
        await step.up(context);
        process.kill(process.pid, 'SIGKILL');
        await new Promise(() => {});
      },
    });
    await migrate(openDatabase(${JSON.stringify(location)}), steps, systemClock);`;
  const { signal } = await startNode(['--input-type=module-typescript', '-e', code], {}).ended;
  expect(signal).toBe('SIGKILL');
}

/** The next version of the product: it has one more step, which changes much and then ends by `end`. */
const nextVersion = (end: string) =>
  without([
    {
      file: 'server/src/load-migrations.ts',
      text: 'return readMigrations(',
      instead: `return readNext(`,
    },
    {
      file: 'server/src/load-migrations.ts',
      text: 'export function loadMigrations',
      instead: `const readNext = async (folder) => [...(await readMigrations(folder)), {
        name: '9000-next',
        up: async ({ db }) => {
          await db.schema.alterTable('enquiries').addColumn('mood', 'text').execute();
          await db.updateTable('messages').set({ body: 'lost' }).execute();
          await db.deleteFrom('project_activity').execute();
          ${end}
        },
      }];
      export function loadMigrations`,
    },
  ]);

/** When the old version has to answer: after the next one failed, and started again after that. */
const ROUNDS = sized({ quick: ['on'], full: ['on', 'again'] });

/** What no job of the product changes by itself. */
const OWN_TABLES = [
  'accounts',
  'projects',
  'enquiries',
  'messages',
  'milestones',
  'project_activity',
  'project_files',
  'contracts',
  'contract_versions',
  'contract_acceptances',
  'invoices',
  'invoice_numbers',
  'billing_details',
  'payments',
  'reminders',
  'reminder_pauses',
  'project_reminder_pauses',
  'change_orders',
  'project_members',
  'requests',
  'request_answers',
  'call_settings',
  'calendar_feeds',
];

describe('an upgrade', () => {
  describeEachEngine((engine) => {
    it('keeps every row and value of every schema since the first, and the product answers on it', async () => {
      let rows = 0;
      for (const steps of OLD) {
        const { database, env, session, remove } = await makeOld(engine, steps);
        const before = await readAllRows(database.db);
        rows += [...before.values()].reduce((sum, table) => sum + table.rows.length, 0);
        const at = `from ${newestOf(steps)}`;
        await migrate(database, migrations, systemClock);
        expect(await findLosses(database.db, before), at).toEqual([]);
        expect(await findUnmoved(database.db, newestOf(steps)), at).toEqual([]);
        if (STARTED.includes(steps)) {
          const product = await startProduct(env);
          try {
            expect(await findUnanswered(product, { steps, refreshToken: session?.refreshToken }), at).toEqual(
              [],
            );
          } finally {
            await product.stop();
          }
        }
        await remove();
      }
      keepResult('upgrade', {
        on: engine,
        tried: `${OLD.length} old schemas with ${rows.toLocaleString('en')} rows; every step broken before each of its statements, and killed before its commit`,
        outcome:
          'every row and value kept, the product answers on each; a broken step leaves schema and rows as they were',
        control:
          'a step that drops a column, cuts a text or deletes a row is seen, and one without a transaction (own tests)',
      });
    });

    it('leaves schema and rows as they were where a step breaks at any statement or is killed, and then goes through', async () => {
      let breaks = 0;
      for (const name of FAILING) {
        const index = NAMES.indexOf(name);
        const step = migrations[index];
        if (!step) throw new Error(`There is no step ${name}`);
        const { database, remove } = await makeOld(engine, index);
        const before = await readState(database.db);
        for (let at = 1; ; at++) {
          const { step: broken, isOver } = breaking(step, at);
          const steps = [...migrations.slice(0, index), broken];
          const error = await migrate(database, steps, systemClock).catch((error: Error) => error);
          if (isOver()) break;
          expect(error, name).toMatchObject({ message: expect.stringContaining(`Migration ${name} failed`) });
          expect(await readState(database.db), `${name}, statement ${at}`).toEqual(before);
          breaks += 1;
        }
        await remove();
        if (!KILLED.includes(name)) continue;
        const killed = await makeOld(engine, index);
        const old = await readState(killed.database.db);
        await killWithin(killed.database.location, name);
        expect(await readState(killed.database.db), `${name}, killed`).toEqual(old);
        expect((await migrate(killed.database, migrations, systemClock))[0]).toBe(name);
        await killed.remove();
      }
      expect(breaks).toBeGreaterThan(FAILING.length);
    });

    it.each(TRIED_ENDS)(
      'lets the old version run on, and start again, where the next one %s half-way',
      async (end) => {
        const { database, env, remove } = await makeOld(engine, migrations.length);
        let old = await startProduct(env);
        const before = await readAllRows(database.db, OWN_TABLES);
        await expect(startProduct({ ...env, ...nextVersion(ENDS[end]) })).rejects.toThrow(
          /It ended without saying/,
        );
        for (const round of ROUNDS) {
          const token = await old.signIn(CLIENT);
          expect((await old.call(token, api.listMyProjects)).status, round).toBe(200);
          expect((await old.call(token, api.getMyOnboarding)).status, round).toBe(200);
          expect(await findLosses(database.db, before), round).toEqual([]);
          const message = { params: { id: id('b', 2) }, body: { body: `Still here: ${round}` } };
          expect((await old.call(token, api.sendMessage, message)).status, round).toBe(201);
          await old.stop();
          if (round !== ROUNDS.at(-1)) old = await startProduct(env);
        }
        await remove();
      },
    );
  });
});

describe('the proof of upgrades', () => {
  const losing: Record<string, (db: MigrationTrx) => Promise<unknown>> = {
    'drops a column': (db) => db.schema.alterTable('enquiries').dropColumn('phone').execute(),
    'cuts a text': (db) => sql`update messages set body = substr(body, 1, 100)`.execute(db),
    'deletes a row': (db) => sql`delete from milestones where id = ${id('1', 3)}`.execute(db),
    'makes null of a text': (db) => sql`update milestones set reason = null`.execute(db),
  };

  describeEachEngine((engine) => {
    it('sees each step that loses something', async () => {
      const { database, remove } = await makeOld(engine, QUICK_STEPS[2] ?? 0);
      const steps = [...migrations];
      for (const [what, lose] of Object.entries(losing)) {
        const before = await readAllRows(database.db);
        steps.push({ name: `900${steps.length}-loses`, up: async ({ db }) => void (await lose(db)) });
        await migrate(database, steps, systemClock);
        expect((await findLosses(database.db, before)).length, `one that ${what}`).toBeGreaterThan(0);
      }
      await remove();
    });

    it('sees what a broken step leaves where it has no transaction', async () => {
      const [name = ''] = LONG;
      const index = NAMES.indexOf(name);
      const { database, remove } = await makeOld(engine, index);
      const before = await readState(database.db);
      const { step } = breaking(migrations[index] as Migration, 3);
      const db = database.db as unknown as MigrationTrx;
      await expect(step.up({ db, engine, column: columnKinds(engine) })).rejects.toThrow('interrupted');
      expect(await readState(database.db)).not.toEqual(before);
      await remove();
    });
  });
});
