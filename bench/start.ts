import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { api } from '@atelier/domain/api.ts';
import { callAs, submitProject } from '../e2e/harness/seed.ts';
import { ensureBuilt } from '../tools/build.ts';
import { requestBytes, runLoad } from './harness/load.ts';
import {
  leaveFirstProcessor,
  residentBytes,
  signUp,
  startMeasured,
  startTimed,
} from './harness/measured-product.ts';
import { compare, printComparisons } from './harness/ratios.ts';

/*
 * How long the product takes from its start to its first answers, with data that is there, and how much memory it has then and
 * under load, beside a bare `node:http` server. Run by: npm run bench -- start [--rounds 10] [--json file]
 *
 * What is started is what `npm start` starts, without npm: its look whether the builds are up to date is part of the time.
 */

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, json: { type: 'string' } },
});
const ROUNDS = Number(values.rounds);
/** A process that is left alone gives memory back for a while. */
const IDLE_AFTER_MS = 1_000;
const BARE =
  "import { createServer } from 'node:http'; createServer((_, reply) => reply.end('ok')).listen(process.env.PORT, '127.0.0.1')";

await ensureBuilt();
leaveFirstProcessor();
const dataDir = mkdtempSync(join(tmpdir(), 'atelier-start-'));
try {
  const underLoad = await measureLoad();
  const starts = await measureStarts();
  const megabytes = (bytes: number) => bytes / 2 ** 20;
  const idleOfBare = starts.map(({ bare }) => megabytes(bare.bytes));
  printComparisons(
    'start',
    [
      compare({
        name: 'start to first answers, ms',
        pairs: starts.map(({ product, bare }) => [product.milliseconds, bare.milliseconds]),
        isMoreBetter: false,
        goal: 4,
      }),
      compare({
        name: 'memory idle, MB',
        pairs: starts.map(({ product, bare }) => [megabytes(product.bytes), megabytes(bare.bytes)]),
        isMoreBetter: false,
        most: 120,
      }),
      compare({
        name: 'memory under load, MB',
        pairs: underLoad.map((bytes, round) => [megabytes(bytes), idleOfBare[round] ?? Number.NaN]),
        isMoreBetter: false,
        most: 180,
      }),
    ],
    values.json,
  );
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Makes the data of a small studio, then has its calls asked for by 32 connections. @returns the most memory of each round */
async function measureLoad(): Promise<number[]> {
  const product = await startMeasured({}, dataDir);
  try {
    const owner = { access_token: await signUp(product, 'owner@studio.example') };
    await callAs(product, owner, api.getMe);
    const client = { access_token: await signUp(product, 'client@client.example') };
    await callAs(product, client, api.getMe);
    const { id } = await submitProject(product, client);
    const headers = { authorization: `Bearer ${client.access_token}` };
    const requests = [
      requestBytes('GET', '/', { accept: 'text/html', 'accept-encoding': 'gzip, br' }),
      requestBytes('GET', `/api/portal/${id}/milestones`, headers),
      requestBytes('GET', '/api/onboarding/list', headers),
    ];
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      let most = 0;
      for (const bytes of requests) {
        await runLoad({
          origin: product.origin,
          request: () => bytes,
          status: 200,
          connections: 32,
          milliseconds: 1_000,
        });
        most = Math.max(most, residentBytes(product.pid));
      }
      rounds.push(most);
    }
    return rounds;
  } finally {
    await product.stop();
  }
}

/** Starts both in turn. The first round warms up: V8 keeps what it compiles, and the system the files. */
async function measureStarts() {
  const rounds = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const product = await measureStart(['tools/start.js'], ['/', '/readyz'], { DATA_DIR: dataDir });
    const bare = await measureStart(['--input-type=module', '-e', BARE], ['/']);
    if (round >= 0) rounds.push({ product, bare });
  }
  return rounds;
}

async function measureStart(args: readonly string[], paths: readonly string[], settings = {}) {
  const { milliseconds, pid, stop } = await startTimed(args, settings, paths);
  await pause(IDLE_AFTER_MS);
  const bytes = residentBytes(pid);
  await stop();
  return { milliseconds, bytes };
}
