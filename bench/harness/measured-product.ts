import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BareCall } from './bare.ts';

const ROOT = join(import.meta.dirname, '../..');
const READY_WITHIN_MS = 60_000;
/** Signing up counts as confirmed, nothing is limited, and nothing arrives from outside. */
const SETTINGS = { AUTH_AUTOCONFIRM: 'on', RATE_LIMIT_SCALE: '1000000', OWNER_EMAIL: 'owner@studio.example' };
const PASSWORD = 'a password of the bench';

/** A server under measurement, a process of its own on the first processor. */
export interface Measured {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** The product with a data folder of its own. */
export interface MeasuredProduct extends Measured {
  dataDir: string;
}

/** Whether Linux can be told which processor a process runs on: without, servers and the load share all of them. */
const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0;
/** Keeps this process, which makes the load, off the servers' processor. */
export function leaveFirstProcessor(): void {
  if (canPin) spawnSync('taskset', ['-acp', '1', String(process.pid)]);
}

function start(args: readonly string[], env: NodeJS.ProcessEnv, stdout: 'ignore' | 'pipe'): ChildProcess {
  const command = [process.execPath, ...args];
  const [file = '', ...rest] = canPin ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(file, rest, { cwd: ROOT, env, stdio: ['ignore', stdout, 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

let port = 4_300;

/** Starts the built product; without a data folder, on a new one that is deleted when it stops. */
export async function startMeasured(
  settings: Record<string, string> = {},
  folder?: string,
): Promise<MeasuredProduct> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'atelier-bench-'));
  port += 1;
  const origin = `http://localhost:${port}`;
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    ...SETTINGS,
    ...settings,
  };
  const child = start([join(ROOT, 'server/src/main.ts')], env, 'ignore');
  await untilReady(origin, child);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    dataDir,
    async stop() {
      await stopChild(child);
      if (!folder) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  const latest = performance.now() + READY_WITHIN_MS;
  while (performance.now() < latest && child.exitCode === null) {
    const reply = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await pause(20);
  }
  throw new Error('The product does not become ready');
}

/** Starts the yardstick with these calls. */
export async function startBare(calls: readonly BareCall[]): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bare-'));
  const plan = join(folder, 'plan.json');
  writeFileSync(plan, JSON.stringify(calls));
  const child = start([join(import.meta.dirname, 'bare.ts'), plan], { PATH: process.env.PATH }, 'pipe');
  const [line] = await once(child.stdout?.setEncoding('utf8') ?? child, 'data');
  return {
    origin: `http://127.0.0.1:${Number(line)}`,
    pid: child.pid ?? 0,
    async stop() {
      await stopChild(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signs up and returns the token. */
export async function signUp({ origin }: Measured, email: string): Promise<string> {
  const reply = await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, data: { username: email.split('@')[0] } }),
  });
  if (!reply.ok) throw new Error(`The sign-up was answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()).access_token;
}
