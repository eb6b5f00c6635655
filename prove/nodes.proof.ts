import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import type { DatabaseLocation } from '../server/src/platform/db/open.ts';
import { createTestLocation } from '../server/test/harness/database.ts';
import { chosenEngines } from '../server/test/harness/engines.ts';
import { openLive } from '../server/test/harness/live-client.ts';
import { openPostgresProxy } from '../server/test/harness/postgres-proxy.ts';
import { runOnServer, startPostgresAt } from '../server/test/harness/postgres-server.ts';
import { productAt, type RunningProduct, startProduct } from '../server/test/harness/running-product.ts';
import { createTestBucket } from '../server/test/harness/stores.ts';
import { sampleBrief } from '../server/test/samples/projects.ts';
import { startBalancer } from './harness/balancer.ts';
import { BusyStudio } from './harness/busy-studio.ts';
import { keepResult } from './harness/results.ts';
import { isFull, sized } from './harness/size.ts';
import { type Change, without } from './harness/without.ts';

/** What happens in the middle of a round to a process, its connections to PostgreSQL, PostgreSQL or the bucket. */
type Fault = 'kill' | 'cut' | 'restart' | 'pause' | 'outage';
const FAULTS = sized<Fault[]>({
  quick: ['kill'],
  full: Array.from({ length: 6 }, (): Fault[] => [
    'kill',
    'cut',
    'restart',
    'kill',
    'pause',
    'outage',
  ]).flat(),
});
/** Acknowledged writes of a round before its fault. */
const WRITES = sized({ quick: 20, full: 150 });
const EVENTS = sized({ quick: 5, full: 200 });
const TRIES = 24;
/** As a password may be tried. */
const ALLOWED = 10;

type Location = Extract<DatabaseLocation, { engine: 'postgres' }>;

interface TriedDatabase {
  location: Location;
  /** Where it is a PostgreSQL of the proof's own. @returns where the database is then */
  restart?(): Promise<Location>;
  remove(): Promise<void>;
}

async function startPostgres(): Promise<TriedDatabase> {
  const folder = mkdtempSync(`${tmpdir()}/atelier-nodes-postgres-`);
  const start = () => startPostgresAt(folder, { isCareful: true });
  let server = await start();
  await runOnServer(server.urlOf('postgres'), 'create database atelier');
  const locate = (): Location => ({ engine: 'postgres', url: server.urlOf('atelier') });
  return {
    location: locate(),
    restart: async () => {
      await server.stop();
      server = await start();
      return locate();
    },
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A database on the PostgreSQL of all tests. */
async function createDatabase(): Promise<TriedDatabase> {
  const { location, remove } = await createTestLocation('postgres');
  if (location.engine !== 'postgres') throw new TypeError('Not PostgreSQL');
  return { location, remove };
}

/**
 * Two processes over one PostgreSQL and one bucket, in a folder of their own.
 * @param changes to the first of them
 */
async function setUp(
  database: TriedDatabase,
  own: Record<string, string> = {},
  changes: readonly Change[] = [],
) {
  const bucket = await createTestBucket();
  const proxy = await openPostgresProxy(database.location.url);
  proxy.isSilent = false;
  const folder = mkdtempSync(`${tmpdir()}/atelier-nodes-`);
  const env = { DATA_DIR: folder, DATABASE_URL: proxy.url, LOG_LEVEL: 'fatal', ...bucket.env, ...own };
  const start = (node: number) =>
    startProduct({ ...env, ...(node === 0 && changes.length > 0 ? without(changes) : {}) });
  const nodes = await Promise.all([start(0), start(1)]);
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await proxy[Symbol.asyncDispose]();
    await bucket[Symbol.asyncDispose]();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  return { database, bucket, proxy, nodes, start, stop };
}

const readiness = async ({ origin }: RunningProduct) => (await fetch(`${origin}/readyz`)).status;

/** How many of many wrong passwords two processes together look at. */
async function countTries(nodes: readonly RunningProduct[]): Promise<number> {
  const tries = Array.from({ length: TRIES }, async (_, i) => {
    const reply = await fetch(`${nodes[i % 2]?.origin}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@client.example', password: `guess number ${i}` }),
    });
    return reply.status;
  });
  return (await Promise.all(tries)).filter((status) => status === 400).length;
}

/** A client with two projects, who writes at one process and listens at the other. */
async function listen([here, there]: readonly [RunningProduct, RunningProduct]) {
  const token = await here.signUp('listener@client.example');
  const submit = async (goals: string) =>
    (await here.call(token, api.submitOnboarding, { body: { final: { ...sampleBrief, goals } } })).body.id;
  const [first, second] = [await submit('First'), await submit('Second')];
  const stream = await openLive(there.origin, token);
  expect((await stream.next()).kind).toBe('resync');
  const write = async (node: RunningProduct, id: string) =>
    expect(
      (await node.call(token, api.sendMessage, { params: { id }, body: { body: 'Hello' } })).status,
    ).toBe(201);
  return { first, second, stream, write };
}

describe.runIf(chosenEngines(process.env.ENGINES).includes('postgres'))('two processes', () => {
  it('lose and double nothing, and answer every idempotent call, when one is killed or cut off', async () => {
    const { database, bucket, proxy, nodes, start, stop } = await setUp(
      await (isFull ? startPostgres() : createDatabase()),
    );
    const balancer = await startBalancer(nodes.map(({ origin }) => origin));
    const studio = await BusyStudio.open(nodes[0], database.location);
    const through = { ...nodes[0], ...productAt(balancer.origin) };
    const token = await through.signUp('reader@client.example');
    let reads = 0;
    const bring = async (fault: Fault, node: 0 | 1) => {
      if (fault === 'kill') {
        nodes[node].child.process.kill('SIGKILL');
        nodes[node] = await start(node);
        balancer.nodes = nodes.map(({ origin }) => origin);
      } else if (fault === 'cut') proxy.cut();
      else if (fault === 'restart') {
        const location = await database.restart?.();
        if (!location) throw new Error('This PostgreSQL is of others, too');
        proxy.leadTo(location.url);
        studio.moveTo(location);
      } else if (fault === 'pause') {
        proxy.drop();
        for (const each of nodes) await expect.poll(() => readiness(each)).toBe(503);
        proxy.revive();
      } else {
        await bucket.stop();
        await expect.poll(() => studio.trySendFile(through)).toBe(503);
        for (const each of nodes) expect(await readiness(each)).toBe(200);
        await bucket.restart();
        await expect.poll(() => studio.trySendFile(through)).toBe(201);
      }
    };
    for (const [round, fault] of FAULTS.entries()) {
      let isOver = false;
      const reading = (async () => {
        while (!isOver) {
          const { status } = await through.call(token, api.getMe);
          expect(status).toBe(200);
          reads += 1;
        }
      })();
      const failing = Promise.withResolvers<void>();
      const happen = async () => {
        await bring(fault, round % 2 === 0 ? 0 : 1);
        const before = studio.ledger.count;
        // Those who had a reply go on at whichever process answers.
        const readsBefore = reads;
        await expect.poll(() => studio.ledger.count > before || reads > readsBefore + 5).toBe(true);
      };
      const end = async () => {
        isOver = true;
        await reading;
      };
      const refusals = await studio.writeUntil(through, WRITES, () => {
        happen()
          .finally(end)
          .finally(() => balancer.close())
          .then(failing.resolve, failing.reject);
      });
      await failing.promise;
      balancer.open();
      for (const { status } of refusals) expect(status).toBe(503);
      for (const node of nodes) await expect.poll(() => readiness(node)).toBe(200);
      expect(await studio.findFaults(through)).toEqual([]);
    }
    expect(await studio.findFaultsInAll(through)).toEqual([]);

    const { first, stream, write } = await listen(nodes);
    const times: number[] = [];
    for (let i = 0; i < EVENTS; i++) {
      const began = performance.now();
      const [event] = await Promise.all([stream.next(), write(nodes[0], first)]);
      expect(event.projectId).toBe(first);
      times.push(performance.now() - began);
    }
    stream.close();
    times.sort((a, b) => a - b);
    const [median, worst] = [times[times.length >> 1] ?? 0, times.at(-1) ?? 0];
    await balancer.stop();
    await stop();
    keepResult('nodes', {
      on: 'postgres',
      tried: `${FAULTS.length} times a process killed, connections cut or silent, PostgreSQL restarted, or the bucket gone; ${studio.ledger.count} writes acknowledged, ${reads} reads, ${balancer.retried} of them by a second process`,
      outcome: `nothing lost, nothing doubled, every read answered; events of the other process after ${median.toFixed(0)} ms (at most ${worst.toFixed(0)}), with the write`,
      control:
        'without notifications events are missing, with limits in memory they are exceeded (its own tests)',
    });
  });

  it('miss events of each other without notifications, and exceed limits where one counts alone', async () => {
    const silent: Change = {
      file: 'server/src/platform/events/postgres-event-bus.ts',
      text: 'await notify(trx, CHANNEL, JSON.stringify(event));',
      instead: '',
    };
    const alone: Change = {
      file: 'server/src/app.ts',
      text: "engine === 'postgres' ? new SharedRateLimitStore(db) : new MemoryRateLimitStore()",
      instead: 'new MemoryRateLimitStore()',
    };
    const { nodes, stop } = await setUp(await createDatabase(), { RATE_LIMIT_SCALE: '1' }, [silent, alone]);
    const { first, second, stream, write } = await listen(nodes);
    await write(nodes[0], first);
    await write(nodes[1], second);
    expect((await stream.next()).projectId).toBe(second);
    stream.close();
    expect(await countTries(nodes)).toBeGreaterThan(ALLOWED);
    await stop();
  });

  it('share limits', async () => {
    const { nodes, stop } = await setUp(await createDatabase(), { RATE_LIMIT_SCALE: '1' });
    expect(await countTries(nodes)).toBe(ALLOWED);
    await stop();
  });
});
