import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts';
import { chosenEngines } from '../../../test/harness/engines.ts';
import { openPostgresProxy, type PostgresProxy } from '../../../test/harness/postgres-proxy.ts';
import { startProduct } from '../../../test/harness/running-product.ts';
import { createTestStreams } from '../../../test/harness/streams.ts';
import { runCommand } from '../../cli/run-command.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import type { BusEvent } from './event-bus.ts';
import { PostgresEventBus } from './postgres-event-bus.ts';

describe.runIf(chosenEngines(process.env.ENGINES).includes('postgres'))('PostgresEventBus', () => {
  let database: TestDatabase;
  let proxy: PostgresProxy;
  let bus: PostgresEventBus;
  let said: string[];
  beforeEach(async () => {
    database = await createTestDatabase('postgres');
    if (database.location.engine !== 'postgres') throw new TypeError('Not PostgreSQL');
    proxy = await openPostgresProxy(database.location.url);
    said = [];
    const say = (_: unknown, text?: string) => said.push(text ?? String(_));
    bus = new PostgresEventBus(proxy.url, { error: say, warn: say, info: say, debug: say });
  });
  afterEach(async () => {
    await bus.stop();
    await proxy[Symbol.asyncDispose]();
    await database.remove();
  });

  it('delivers events and logs nothing when the proxy passes notifications on', async () => {
    proxy.isSilent = false;
    await bus.start();
    expect([bus.isDisconnected, said]).toEqual([false, []]);
  });

  it("logs once that notifications don't arrive behind a pooler, and once that they do again", async () => {
    await bus.start();
    expect([bus.isDisconnected, said]).toEqual([true, [expect.stringContaining('pool_mode = session')]]);
    // Better no stream, and browsers that ask again, than one that says nothing.
    await expect(createTestStreams(bus).open()).rejects.toMatchObject({ code: 'unavailable' });

    proxy.isSilent = false;
    proxy.cut();
    await expect.poll(() => bus.isDisconnected, { timeout: 20_000 }).toBe(false);
    expect(said.slice(1)).toEqual([
      'the connection for live events broke',
      'the connection for live events is back',
      'notifications of PostgreSQL arrive again',
    ]);
    const heard = Promise.withResolvers<BusEvent | undefined>();
    bus.listen(heard.resolve);
    const event = {
      topics: ['a'],
      event: { id: newId(), kind: 'message_sent', projectId: newId() },
    } as const;
    await transaction(database.db, (trx) => bus.publish(trx, event));
    expect(await heard.promise).toEqual(event);
  });

  it('counts an event that only another version understands as missed', async () => {
    proxy.isSilent = false;
    await bus.start();
    const heard: (BusEvent | undefined)[] = [];
    bus.listen((event) => heard.push(event));
    const event = {
      topics: ['a'],
      event: { id: newId(), kind: 'message_sent', projectId: newId() },
    } as const;
    await transaction(database.db, async (trx) => {
      await bus.publish(trx, { ...event.event, clientId: newId() } as unknown as BusEvent);
      await bus.publish(trx, event);
    });
    await expect.poll(() => heard).toEqual([undefined, event]);
    expect(said).toEqual([]);
  });

  it('ends the streams when notifications stop arriving', async () => {
    proxy.isSilent = false;
    const { streams, seen, open } = createTestStreams(bus);
    await open();
    await streams.beat();
    proxy.isSilent = true;
    proxy.cut();
    await expect.poll(() => bus.isDisconnected, { timeout: 20_000 }).toBe(true);
    await streams.beat();
    expect(seen.slice(0, 2)).toEqual(['event', 'beat']);
    expect(seen.at(-1)).toBe('end');
    expect(seen).not.toContain('destroyed');
    streams.close();
  });

  it('is checked by the product and by the doctor, and the product starts without it', async () => {
    const folder = mkdtempSync(`${tmpdir()}/atelier-events-`);
    const env = { NODE_ENV: 'test', DATA_DIR: folder, DATABASE_URL: proxy.url };
    const product = await startProduct({ ...env, LOG_LEVEL: 'warn' });
    await product.child.waitForOutput('its notifications do not arrive');
    const token = await product.signUp('ada@client.example');
    const ask = async (path: string) =>
      (await fetch(product.origin + path, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await ask('/readyz'), await ask('/api/me'), await ask('/api/events')]).toEqual([200, 200, 503]);
    expect((await product.stop()).code).toBe(0);

    const findings = async () => {
      const lines: string[] = [];
      await runCommand(['doctor'], env, (line) => lines.push(line));
      return lines;
    };
    expect(await findings()).toContainEqual(
      expect.stringMatching(/^WRONG .*its notifications do not arrive/),
    );
    proxy.isSilent = false;
    expect(await findings()).toContain('ok    Database notifications arrive.');
    rmSync(folder, { recursive: true });
  });
});
