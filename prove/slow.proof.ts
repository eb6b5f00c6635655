import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../server/src/platform/db/database.ts';
import { databaseEnv } from '../server/test/harness/child.ts';
import { createTestLocation, describeEachEngine } from '../server/test/harness/database.ts';
import { type RunningProduct, startProduct } from '../server/test/harness/running-product.ts';
import { sampleBrief } from '../server/test/samples/projects.ts';
import { keepResult } from './harness/results.ts';
import { isFull, sized } from './harness/size.ts';
import { openSlowClients, readPeakMemory, type SlowCall } from './harness/slow-clients.ts';
import { type Change, without } from './harness/without.ts';

/** A third of them slow with their headers, a third with their bodies, a third in reading. */
const SLOW = sized({ quick: 60, full: 1_000 });
/** Calls of others in each measurement. */
const CALLS = sized({ quick: 100, full: 2_000 });
const ROUNDS = sized({ quick: 1, full: 3 });
/** Readers of one file at once are limited; so are all. */
const READERS_PER_FILE = 8;
const MAX_FILES = 25;
/** More than the kernel keeps for a reader who doesn't read. */
const FILE_BYTES = 8 * 1024 * 1024;
/** Of all slow clients together. */
const MOST_MEMORY_MB = 256;

/** Every limit in time that ends a slow connection, with other milliseconds. */
function limits(milliseconds: {
  headers: number;
  checks: number;
  standstill: number;
  reply: number;
  download: number;
}): Change[] {
  const server = 'server/src/platform/http/server.ts';
  return [
    { file: server, text: 'headersTimeout: 8_000', instead: `headersTimeout: ${milliseconds.headers}` },
    {
      file: server,
      text: 'connectionsCheckingInterval: 1_000',
      instead: `connectionsCheckingInterval: ${milliseconds.checks}`,
    },
    { file: server, text: 'STANDSTILL_MS = 60_000', instead: `STANDSTILL_MS = ${milliseconds.standstill}` },
    {
      file: 'server/src/platform/http/deadlines.ts',
      text: 'DEADLINE_MS = 10_000',
      instead: `DEADLINE_MS = ${milliseconds.reply}`,
    },
    {
      file: 'server/src/platform/storage/download.routes.ts',
      text: 'windowMs: 60_000',
      instead: `windowMs: ${milliseconds.download}`,
    },
  ];
}

/** The small part doesn't wait as long as the product does. */
const shortened = sized<Record<string, string>>({
  quick: without(limits({ headers: 1_500, checks: 300, standstill: 3_000, reply: 2_000, download: 3_000 })),
  full: {},
});
const HOUR = 3_600_000;
const unlimited = without(limits({ headers: 0, checks: HOUR, standstill: 0, reply: HOUR, download: HOUR }));

/** The product with a client and files to read, on a database and in a folder of its own. */
async function setUp(engine: Engine, changes: Record<string, string>) {
  const { location, remove } = await createTestLocation(engine);
  const folder = mkdtempSync(`${tmpdir()}/atelier-slow-`);
  const env = { DATA_DIR: folder, ...databaseEnv(location), LOG_LEVEL: 'fatal', ...changes };
  const server = await startProduct(env);
  const token = await server.signUp('ada@client.example');
  const { id } = (await server.call(token, api.submitOnboarding, { body: { final: sampleBrief } })).body;
  const count = Math.min(MAX_FILES, Math.ceil(SLOW / 3 / READERS_PER_FILE));
  for (let i = 0; i < count; i++) {
    const form = new FormData();
    form.append('file', new File([Buffer.alloc(FILE_BYTES, 'a')], `${i}.txt`, { type: 'text/plain' }));
    expect((await server.call(token, api.sendFile, { params: { id }, body: form })).status).toBe(201);
  }
  /** Fresh links, because they hold for minutes. */
  const listLinks = async () => {
    const { items } = (await server.call(token, api.listFiles, { params: { id } })).body;
    return items.map(({ url }) => new URL(url).pathname);
  };
  const stop = async () => {
    await server.stop();
    await remove();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, token, listLinks, stop };
}

/** Each kind of slow call in turn. */
function slowCalls(count: number, links: readonly string[]): SlowCall[] {
  return Array.from({ length: count }, (_, at): SlowCall => {
    const nth = Math.floor(at / 3);
    if (at % 3 === 0) return { beginning: 'GET / HTTP/1.1\r\nhost: studio.example\r\nx-slow: ', drop: 'a' };
    if (at % 3 === 1) {
      const headers = 'host: studio.example\r\ncontent-type: application/json\r\ncontent-length: 100000';
      return { beginning: `POST /api/contact/create HTTP/1.1\r\n${headers}\r\n\r\n{`, drop: ' ' };
    }
    const link = links[nth % links.length];
    return { beginning: `GET ${link} HTTP/1.1\r\nhost: studio.example\r\n\r\n`, drop: '' };
  });
}

/** Milliseconds of each of many calls of four clients, who read and write. */
async function measure({ call }: RunningProduct, token: string): Promise<number[]> {
  const times: number[] = [];
  const callMany = async (client: number) => {
    for (let i = 0; i < CALLS / 4; i++) {
      const start = performance.now();
      const isWrite = (i + client) % 4 === 0;
      const { status } = isWrite
        ? await call(token, api.saveOnboarding, { body: { step: 1, data: { goals: `${client} ${i}` } } })
        : await call(token, api.getMe);
      expect(status).toBe(200);
      times.push(performance.now() - start);
    }
  };
  await Promise.all([0, 1, 2, 3].map(callMany));
  return times;
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

// The kernel's own list of connections is the only one that a server can't be wrong about.
describe.runIf(process.platform === 'linux')('slow clients', () => {
  describeEachEngine((engine) => {
    it('are all ended, and leave others their time', async () => {
      const { server, token, listLinks, stop } = await setUp(engine, shortened);
      const pid = server.child.process.pid ?? 0;
      await measure(server, token);
      const before = readPeakMemory(pid);
      const [alone, beside]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        alone.push(...(await measure(server, token)));
        const slow = await openSlowClients(server.origin, slowCalls(SLOW, await listLinks()));
        beside.push(...(await measure(server, token)));
        await expect.poll(() => slow.countOpen(), { timeout: 150_000 }).toBe(0);
        slow.end();
      }
      const more = readPeakMemory(pid) - before;
      expect(more).toBeLessThan(MOST_MEMORY_MB);
      const ratio = p99(beside) / p99(alone);
      // Two figures of one run; in a small one a single slow call would be the 99th of a hundred.
      if (isFull) expect(ratio).toBeLessThan(3);
      await stop();
      keepResult('slow', {
        on: engine,
        tried: `${ROUNDS} times ${SLOW} slow clients beside 4 others with ${CALLS} calls`,
        outcome: `all ended; others' p99 ${p99(alone).toFixed(1)} ms without them, ${p99(beside).toFixed(1)} ms beside them (${ratio.toFixed(2)} ×); ${more} MB more at most`,
        control: 'without the limits in time every slow connection stays (its own test)',
      });
    });

    it('stay where nothing ends them', async () => {
      const [limited, free] = [await setUp(engine, shortened), await setUp(engine, unlimited)];
      const open = async ({ server, listLinks }: typeof free) =>
        openSlowClients(server.origin, slowCalls(24, await listLinks()));
      const [ended, staying] = [await open(limited), await open(free)];
      await expect.poll(() => ended.countOpen(), { timeout: 150_000 }).toBe(0);
      await expect.poll(staying.countOpen).toBe(24);
      ended.end();
      staying.end();
      await limited.stop();
      await free.stop();
    });
  });
});
