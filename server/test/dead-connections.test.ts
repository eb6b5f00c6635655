import { api } from '@atelier/domain/api.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../src/platform/db/errors.ts';
import { type OpenDatabase, openDatabase } from '../src/platform/db/open.ts';
import { transaction } from '../src/platform/db/transaction.ts';
import { PostgresEventBus } from '../src/platform/events/postgres-event-bus.ts';
import { createTestLocation, type TestLocation } from './harness/database.ts';
import { chosenEngines } from './harness/engines.ts';
import { openPostgresProxy, type PostgresProxy } from './harness/postgres-proxy.ts';
import { createTestApp } from './harness/test-app.ts';

/**
 * Shorter than in the field, because the tests really wait, and longer than a busy machine takes for a query that is answered. That
 * a wait ends at all is what the tests' own limit shows; how long a machine takes for it proves nothing.
 */
const ANSWER_WITHIN_MS = 2_000;

describe.runIf(chosenEngines(process.env.ENGINES).includes('postgres'))(
  'a PostgreSQL that falls silent',
  () => {
    let testLocation: TestLocation;
    let proxy: PostgresProxy;
    let database: OpenDatabase;
    let broken: string[];
    beforeEach(async () => {
      testLocation = await createTestLocation('postgres');
      if (testLocation.location.engine !== 'postgres') throw new TypeError('Not PostgreSQL');
      proxy = await openPostgresProxy(testLocation.location.url);
      proxy.isSilent = false;
      broken = [];
      database = openDatabase(
        { engine: 'postgres', url: proxy.url },
        {
          maxConnections: 4,
          answerWithinMs: ANSWER_WITHIN_MS,
          onBrokenConnection: (error) => broken.push(error.message),
        },
      );
    });
    afterEach(async () => {
      await database.close();
      await proxy[Symbol.asyncDispose]();
      await testLocation.remove();
    });

    const fill = () =>
      Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(database.db)));
    const unavailable = async (work: Promise<unknown>) =>
      expect(await work.catch((error: unknown) => error)).toBeInstanceOf(DatabaseUnavailableError);

    it('fails a query that gets no answer, and the next query gets a working connection', async () => {
      await fill();
      proxy.drop();
      await unavailable(database.ping());
      proxy.revive();
      // Once, not once for each connection that was idle when the packets stopped.
      await database.ping();
      expect(broken).toEqual([`PostgreSQL did not answer within ${ANSWER_WITHIN_MS} ms`]);
    });

    it('ends a hanging transaction, commits nothing of it and never reuses its connection', async () => {
      const hanging = transaction(database.db, async (trx) => {
        await sql`create table half (id int)`.execute(trx);
        proxy.drop();
        await sql`insert into half values (1)`.execute(trx);
      });
      await unavailable(hanging);
      proxy.revive();
      const seen = await Promise.all(
        Array.from({ length: 8 }, () =>
          sql<{ found: string | null }>`select to_regclass('half')::text as found`.execute(database.db),
        ),
      );
      expect(seen.map(({ rows }) => rows[0]?.found)).toEqual(Array(8).fill(null));
    });

    it('fails to connect instead of waiting forever', async () => {
      proxy.drop();
      await unavailable(database.ping());
    });

    it('waits for work that may take long', async () => {
      const patient = openDatabase({ engine: 'postgres', url: proxy.url }, { answerWithinMs: 60_000 });
      await sql`select pg_sleep(${(ANSWER_WITHIN_MS * 2) / 1000})`.execute(patient.db);
      await patient.close();
      await unavailable(sql`select pg_sleep(${(ANSWER_WITHIN_MS * 2) / 1000})`.execute(database.db));
    });

    it('makes calls and /readyz answer 503 until the connection is back', async () => {
      await using app = await createTestApp({
        engine: 'postgres',
        database: { ...database, remove: async () => {}, [Symbol.asyncDispose]: async () => {} },
      });
      const client = await app.signIn();
      expect((await client.call(api.getMe)).status).toBe(200);
      proxy.drop();
      const [call, ready, alive] = await Promise.all([
        client.call(api.getMe),
        app.inject('/readyz'),
        app.inject('/healthz'),
      ]);
      expect([call.status, call.body.code, ready.statusCode, alive.statusCode]).toEqual([
        503,
        'unavailable',
        503,
        200,
      ]);
      proxy.revive();
      await expect.poll(async () => (await app.inject('/readyz')).statusCode).toBe(200);
      expect((await client.call(api.getMe)).status).toBe(200);
      app.takeLoggedErrors();
    });

    it('gives new calls working connections while one that waits for longer hangs', async () => {
      const patient = openDatabase(
        { engine: 'postgres', url: proxy.url },
        { maxConnections: 4, answerWithinMs: 60_000, onBrokenConnection: () => {} },
      );
      await using app = await createTestApp({
        engine: 'postgres',
        database: { ...patient, remove: async () => {}, [Symbol.asyncDispose]: patient.close },
      });
      const client = await app.signIn();
      await Promise.all(Array.from({ length: 4 }, () => client.call(api.getMe)));
      proxy.drop();
      expect((await app.inject('/readyz')).statusCode).toBe(503);
      proxy.revive();
      for (let count = 0; count < 3; count++) expect((await client.call(api.getMe)).status).toBe(200);
      proxy.cut();
      app.takeLoggedErrors();
    });

    it('makes the event bus reconnect and notify its listeners', async () => {
      const said: string[] = [];
      const say = (_: unknown, text?: string) => said.push(text ?? String(_));
      const log = { error: say, warn: say, info: say, debug: say };
      const bus = new PostgresEventBus(proxy.url, log, { pingMs: 50, answerWithinMs: ANSWER_WITHIN_MS });
      await bus.start();
      let returns = 0;
      bus.listen((event) => {
        if (!event) returns += 1;
      });
      proxy.drop();
      await expect.poll(() => said).toEqual(['the connection for live events broke']);
      proxy.revive();
      await expect.poll(() => returns).toBe(1);
      await bus.stop();
    });
  },
);
