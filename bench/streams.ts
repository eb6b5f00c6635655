import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { api } from '@atelier/domain/api.ts';
import { callAs, submitProject } from '../e2e/harness/seed.ts';
import { type EventReaders, openReaders, streamRequest } from './harness/event-readers.ts';
import { addAccounts, makeTokenKey } from './harness/many-accounts.ts';
import {
  leaveFirstProcessor,
  type Measured,
  type MeasuredProduct,
  residentBytes,
  signUp,
  startBareStreams,
  startMeasured,
} from './harness/measured-product.ts';
import { type Comparison, compare, printComparisons } from './harness/ratios.ts';

/*
 * How long an event takes to reach all of 5,000 open streams, and what memory a stream takes, beside a bare `node:http` server
 * that writes the same event to as many connections without a check. Run by:
 * npm run bench -- streams [--streams 5000] [--rounds 10] [--json file]
 *
 * Every stream is one admin's: a client's message is an event for all of them, so one call makes the product ask 5,000 times
 * whose the token is and whether they may see the project. Both servers are on the first processor, in turn.
 */

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '10' },
    json: { type: 'string' },
  },
});
const STREAMS = Number(values.streams);
const WITHIN_MS = 30_000;

/** One server with its streams open. */
interface Side {
  kilobytesEach: number;
  readers: EventReaders;
  /** Sends an event to all. */
  cause(): Promise<unknown>;
  marker: string;
}

leaveFirstProcessor();
const folder = mkdtempSync(join(tmpdir(), 'atelier-streams-'));
const key = makeTokenKey(folder);
const product = await startMeasured({ AUTH_SIGNING_KEYS: key.file });
const bare = await startBareStreams();
try {
  const sides = [await openProduct(product), await openBare(bare)] as const;
  const rounds: (readonly [number[], number[]])[] = [];
  // The first round warms up.
  for (let round = -1; round < Number(values.rounds); round += 1) {
    const pair = [await measure(sides[0]), await measure(sides[1])] as const;
    if (round >= 0) rounds.push(pair);
  }
  const figure = (name: string, share: number, most?: number): Comparison =>
    compare({
      name: `${STREAMS} streams: ms until the event is at ${name}`,
      pairs: rounds.map(([ours, theirs]) => [quantile(ours, share), quantile(theirs, share)]),
      isMoreBetter: false,
      ...(most && { most }),
    });
  const comparisons = [
    figure('the first', 0),
    figure('half of them', 0.5),
    figure('the last', 1, 1_000),
    compare({
      name: `${STREAMS} streams: kB of memory each`,
      pairs: [[sides[0].kilobytesEach, sides[1].kilobytesEach]],
      isMoreBetter: false,
    }),
  ];
  for (const { readers } of sides) readers.close();
  printComparisons('streams', comparisons, values.json);
} finally {
  await product.stop();
  await bare.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function openProduct(server: MeasuredProduct): Promise<Side> {
  const client = { access_token: await signUp(server, 'client@client.example') };
  await callAs(server, client, api.getMe);
  const { id } = await submitProject(server, client);
  const tokens = addAccounts(server, key, STREAMS, 'admin');
  return {
    ...(await open(
      server,
      tokens.map((token) => streamRequest('/api/events', token)),
    )),
    marker: '"message_sent"',
    cause: () =>
      callAs(server, client, api.sendMessage, {
        params: { id },
        body: { body: 'Could the shop open a week earlier?', key: randomUUID() },
      }),
  };
}

async function openBare(server: Measured): Promise<Side> {
  const event = { id: randomUUID(), kind: 'message_sent', projectId: randomUUID() };
  const body = `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
  const request = streamRequest('/events', 'none');
  return {
    ...(await open(server, Array<string>(STREAMS).fill(request))),
    marker: '"message_sent"',
    cause: () => fetch(server.origin, { method: 'POST', body }),
  };
}

/** Opens the streams, and sees by how much the server's memory has grown once it is at rest. */
async function open(server: Measured, requests: readonly string[]) {
  // What the first streams load or compile once is not a stream's.
  const [first] = requests;
  (await openReaders(server.origin, first ? [first] : [])).close();
  await pause(1_000);
  const before = residentBytes(server.pid);
  const begun = performance.now();
  const readers = await openReaders(server.origin, requests);
  console.log(`${requests.length} streams opened in ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  await pause(3_000);
  return { readers, kilobytesEach: (residentBytes(server.pid) - before) / 1_000 / requests.length };
}

function measure({ readers, marker, cause }: Side): Promise<number[]> {
  return readers.await(marker, cause, WITHIN_MS);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
