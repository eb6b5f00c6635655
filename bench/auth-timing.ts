import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/*
 * Whether the time of an answer tells if an address has an account. Run by: npm run bench -- auth-timing [samples]
 *
 * Known and unknown addresses are asked in turn, in an order that changes each time, so that whatever slows the
 * machine slows both. For each call: the ratio of the medians, and z and the two-sided p of the Mann-Whitney U test
 * (normal approximation). z is above 0 where known addresses take longer; beyond ±2 chance alone is unlikely.
 */

const SAMPLES = Number(process.argv[2] ?? 150);
const PORT = process.env.PORT ?? '4260';
const ORIGIN = `http://localhost:${PORT}`;
const PASSWORD = 'a long sentence nobody else uses';
const KNOWN = 'known@client.example';
const ROOT = join(import.meta.dirname, '..');

const dataDir = mkdtempSync(`${tmpdir()}/atelier-bench-`);
const env = {
  ...process.env,
  PORT,
  DATA_DIR: dataDir,
  RATE_LIMIT_SCALE: '100000',
  AUTH_EMAIL_INTERVAL: '0',
  LOG_LEVEL: 'silent',
};
const server = spawn(process.execPath, [join(ROOT, 'server/build/main.cjs')], { env, stdio: 'ignore' });
try {
  await waitUntilReady();
  const token = execFileSync(
    process.execPath,
    [join(ROOT, 'server/src/cli/studio.ts'), 'service-token', '1'],
    {
      env,
      encoding: 'utf8',
    },
  ).trim();
  await post('/admin/users', { email: KNOWN, password: PASSWORD, email_confirm: true }, token);

  console.log(`${SAMPLES} samples of each kind, in turn`);
  await compare('recover', (email) => post('/recover', { email }));
  await compare('sign-up', (email) => post('/signup', { email, password: PASSWORD }));
  await compare('sign-in', (email) => post('/token?grant_type=password', { email, password: 'wrong' }));
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}

/** A new one each time: what was asked for once is known afterwards. */
function unknown(index: number): string {
  return `nobody-${index}-${process.hrtime.bigint()}@client.example`;
}

async function compare(name: string, call: (email: string) => Promise<unknown>): Promise<void> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let index = -10; index < SAMPLES; index += 1) {
    const pair = [
      ['known', KNOWN],
      ['unknown', unknown(index)],
    ] as const;
    for (const [kind, email] of Math.random() < 0.5 ? pair : pair.toReversed()) {
      const begun = performance.now();
      await call(email);
      const took = performance.now() - begun;
      // The first ten warm up.
      if (index >= 0) times[kind].push(took);
      // What the server does after its answer must not meet the next call.
      await pause(15);
    }
  }
  const ratio = median(times.known) / median(times.unknown);
  const z = mannWhitney(times.known, times.unknown);
  const p = 2 * (1 - normal(Math.abs(z)));
  console.log(
    `${name}: known/unknown ${ratio.toFixed(3)} (ratio of medians), Mann-Whitney z ${z.toFixed(2)}, p ${p.toFixed(3)}`,
  );
}

async function post(path: string, body: unknown, token?: string): Promise<string> {
  const reply = await fetch(`${ORIGIN}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (reply.status === 429 || reply.status >= 500) throw new Error(`${path}: ${reply.status}`);
  return reply.text();
}

async function waitUntilReady(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const reply = await fetch(`${ORIGIN}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await pause(100);
  }
  throw new Error('The server has not started');
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** z of the Mann-Whitney U test, above 0 where `a` takes longer. Times have no ties to speak of. */
function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const ranked = [...a.map((time) => ({ time, ofA: true })), ...b.map((time) => ({ time, ofA: false }))];
  ranked.sort((left, right) => left.time - right.time);
  const rankSum = ranked.reduce((sum, { ofA }, index) => sum + (ofA ? index + 1 : 0), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return (u - mean) / deviation;
}

/** The normal distribution up to z, by Abramowitz and Stegun 26.2.17: good to seven digits. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const factors = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = factors.reduce((total, factor, index) => total + factor * t ** (index + 1), 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
