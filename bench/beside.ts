import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { api } from '@atelier/domain/api.ts';
import { callAs, submitProject } from '../e2e/harness/seed.ts';
import { loadConfig } from '../server/src/config.ts';
import { loadMigrations } from '../server/src/load-migrations.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { openDatabase } from '../server/src/platform/db/open.ts';
import type { BareCall } from './harness/bare.ts';
import { openReads, type Reads } from './harness/latency.ts';
import { requestBytes, runLoad } from './harness/load.ts';
import { leaveFirstProcessor, signUp, startBare, startMeasured } from './harness/measured-product.ts';
import { type Comparison, compare, printComparisons } from './harness/ratios.ts';
import { fillScale } from './harness/scale-rows.ts';

/*
 * How long a read takes beside work that is much larger: a flood of sign-ins, of which each costs a password hash, the upload
 * of a large file, and a backup. Run by:
 * npm run build && npm run bench -- beside [--rounds 10] [--only upload] [--megabytes 1000] [--rows 200000] [--json file]
 *
 * Each round reads in quiet and then beside the work; the figure is the ratio of the two. The product has the first
 * processor, and each work is a process of its own. The same upload goes to a bare server, too, which only writes it to the
 * disk: what reads wait there, they wait for the machine.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    /** The size of the upload. */
    megabytes: { type: 'string', default: '1000' },
    /** How many enquiries and messages the database has that is backed up; projects are a tenth of it. */
    rows: { type: 'string', default: '200000' },
    json: { type: 'string' },
  },
});
const QUIET_MS = 2_000;
const SIGN_INS = 200;
const MOST_TIMES = 3;
const UPLOADED = Buffer.from('HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}').toString('base64');
const ROOT = join(import.meta.dirname, '..');

leaveFirstProcessor();
preferThisProcess();
const folder = mkdtempSync(join(tmpdir(), 'atelier-beside-'));
const dataDir = join(folder, 'data');
await fill(dataDir);
const settings = { UPLOAD_MAX_MB: '5000', PROJECT_FILES_MAX_MB: '1000000', ACCOUNT_FILES_MAX_MB: '1000000' };
const product = await startMeasured(settings, dataDir);
try {
  const token = await signUp(product, 'client@client.example');
  const client = { access_token: token };
  await callAs(product, client, api.getMe);
  const { id } = await submitProject(product, client);
  const file = await makeFile();
  const disturb = (...args: string[]) => run(['bench/harness/disturbance.ts', ...args], {});
  const [read, upload] = [`/api/portal/${id}/milestones`, `/api/portal/${id}/files`];
  const headers = { authorization: `Bearer ${token}` };
  const works: Record<string, () => Promise<void>> = {
    [`a flood of ${SIGN_INS} sign-ins`]: () => disturb('sign-ins', product.origin, String(SIGN_INS)),
    [`an upload of ${values.megabytes} MB`]: () => disturb('upload', product.origin, upload, token, file),
    'a backup': async () => {
      const to = mkdtempSync(join(folder, 'backup-'));
      await run(['tools/studio.ts', 'backup', to], { DATA_DIR: dataDir });
      rmSync(to, { recursive: true });
    },
  };
  const reads = openReads(`${product.origin}${read}`, headers);
  const comparisons: Comparison[] = [];
  for (const [name, work] of Object.entries(works)) {
    if (name.includes(values.only)) comparisons.push(...(await measure(name, work, reads, MOST_TIMES)));
  }
  reads.close();
  if ('an upload'.includes(values.only)) {
    const bare = await startBare([
      await recordRead(product.origin, read, headers),
      { path: upload, reply: UPLOADED, work: { kind: 'store', file: join(folder, 'stored.bin') } },
    ]);
    const bareReads = openReads(`${bare.origin}${read}`, headers);
    const work = () => disturb('upload', bare.origin, upload, token, file);
    comparisons.push(...(await measure(`the same upload to bare node:http`, work, bareReads)));
    bareReads.close();
    await bare.stop();
  }
  printComparisons('beside', comparisons, values.json);
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The yardstick's read: the bytes of the product's reply. */
async function recordRead(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<BareCall> {
  const bytes = requestBytes('GET', path, headers);
  const load = { origin, request: () => bytes, status: 200, connections: 1, milliseconds: 1 };
  return { path, reply: (await runLoad(load)).sample.toString('base64'), work: { kind: 'none' } };
}

async function measure(
  name: string,
  work: () => Promise<void>,
  reads: Reads,
  goalOfP99?: number,
): Promise<Comparison[]> {
  const rounds: (readonly [number[], number[]])[] = [];
  // The first round warms up.
  for (let round = -1; round < Number(values.rounds); round += 1) {
    const quiet = await reads.sampleUntil(pause(QUIET_MS));
    const busy = await reads.sampleUntil(work());
    if (round >= 0) rounds.push([busy, quiet]);
    const p99 = [quiet, busy].map((times) => quantile(times, 0.99).toFixed(2));
    console.log(`${name}: p99 ${p99.join(' -> ')} ms, ${busy.length} reads`);
  }
  const figure = (title: string, share: number, goal?: number) =>
    compare({
      name: `a read beside ${name}: ${title} in ms`,
      pairs: rounds.map(([busy, quiet]) => [quantile(busy, share), quantile(quiet, share)]),
      isMoreBetter: false,
      goal,
    });
  return [figure('p50', 0.5), figure('p99', 0.99, goalOfP99)];
}

/** A database of a size worth backing up. */
async function fill(to: string): Promise<void> {
  const count = Number(values.rows);
  const config = loadConfig({ DATA_DIR: to });
  const database = openDatabase(config.database);
  await migrate(database, await loadMigrations(), systemClock);
  await fillScale(database.db, 'sqlite', { projects: count / 10, enquiries: count, messages: count });
  await database.close();
}

/** A file that no compression makes small. */
async function makeFile(): Promise<string> {
  const path = join(folder, 'film.bin');
  const megabyte = randomBytes(2 ** 20);
  const file = createWriteStream(path);
  for (let count = 0; count < Number(values.megabytes); count += 1) {
    if (!file.write(megabyte)) await once(file, 'drain');
  }
  await new Promise((resolve) => file.end(resolve));
  return path;
}

async function run(args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
}

/** The work beside may have the rest of this processor: the clock of the reads goes first. */
function preferThisProcess(): void {
  try {
    setPriority(-10);
  } catch {
    console.log(
      'This user may not raise the priority of a process: the work may delay the clock of the reads.',
    );
  }
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
