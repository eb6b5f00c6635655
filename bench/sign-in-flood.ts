import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/*
 * Whether other calls stay responsive while very many people sign in at once, each costing a password hash. Run by:
 * node bench/sign-in-flood.ts [sign-ins at once]
 *
 * One run: GET /api/username-available is asked every few milliseconds, first in quiet and then for as long as the
 * flood is being answered. Two figures of it: the ratio of the 99th percentiles, flood to quiet, and of the medians;
 * and what became of the flood. Everything shares this machine, this program included.
 */

const FLOOD = Number(process.argv[2] ?? 200);
const QUIET_SAMPLES = 300;
const PORT = process.env.PORT ?? '4261';
const ORIGIN = `http://localhost:${PORT}`;
const ROOT = join(import.meta.dirname, '..');

const dataDir = mkdtempSync(`${tmpdir()}/atelier-bench-`);
const env = { ...process.env, PORT, DATA_DIR: dataDir, RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'silent' };
const server = spawn(process.execPath, [join(ROOT, 'server/build/main.cjs')], { env, stdio: 'ignore' });
try {
  await waitUntilReady();
  await sample(() => false, 50);
  const quiet = await sample(() => false, QUIET_SAMPLES);

  let isOver = false;
  const began = performance.now();
  const flood = Promise.all(Array.from({ length: FLOOD }, (_, index) => signIn(index))).finally(() => {
    isOver = true;
  });
  const busy = await sample(() => isOver, Number.POSITIVE_INFINITY);
  const statuses = await flood;
  const seconds = (performance.now() - began) / 1000;

  const count = (status: number) => statuses.filter((each) => each === status).length;
  console.log(`${FLOOD} sign-ins at once, answered within ${seconds.toFixed(1)} s:`);
  console.log(
    `  ${count(400)} refused as wrong (hashed), ${count(503)} told to come back, ${statuses.length - count(400) - count(503)} else`,
  );
  console.log(`other calls, flood/quiet (${busy.length}/${quiet.length} samples):`);
  for (const [name, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const [calm, hurried] = [percentile(quiet, share), percentile(busy, share)];
    console.log(
      `  ${name} ${(hurried / calm).toFixed(2)} (${hurried.toFixed(1)} ms / ${calm.toFixed(1)} ms)`,
    );
  }
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}

/** Asks one call after the other, until enough are there or it is over; the milliseconds that each took. */
async function sample(isOver: () => boolean, enough: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < enough && !isOver()) {
    const begun = performance.now();
    const reply = await fetch(`${ORIGIN}/api/username-available?u=somebody_${times.length}`);
    await reply.text();
    if (!reply.ok) throw new Error(`username-available: ${reply.status}`);
    times.push(performance.now() - begun);
    await pause(3);
  }
  return times;
}

/** Each with its own unknown address: that costs the same hash as a wrong password. */
async function signIn(index: number): Promise<number> {
  const reply = await fetch(`${ORIGIN}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `flood-${index}@client.example`, password: `wrong ${index}` }),
  });
  await reply.text();
  return reply.status;
}

async function waitUntilReady(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const reply = await fetch(`${ORIGIN}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await pause(100);
  }
  throw new Error('The server has not started');
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
