import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from '@supabase/auth-js';
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
  /** As its PUBLIC_URL. */
  publicUrl: string;
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
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Starts the built product; without a data folder, on a new one that is deleted when it stops. */
export async function startMeasured(
  settings: Record<string, string> = {},
  folder?: string,
): Promise<MeasuredProduct> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'atelier-bench-'));
  const port = await findFreePort();
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
  const child = start([join(ROOT, 'server/build/main.cjs')], env, 'ignore');
  await untilReady(origin, child);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    dataDir,
    publicUrl: origin,
    async stop() {
      await stopChild(child);
      if (!folder) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Other measurements may run beside this one. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
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

/** A server, and the time from its start until it had answered each of some paths. */
export interface TimedStart extends Measured {
  milliseconds: number;
}

/** Starts a program that listens on PORT, and asks for the paths until each has been answered with 200, one after the other. */
export async function startTimed(
  args: readonly string[],
  settings: Record<string, string>,
  paths: readonly string[],
): Promise<TimedStart> {
  const port = await findFreePort();
  const env = { PATH: process.env.PATH, PORT: String(port), HOST: '127.0.0.1', ...settings };
  const begun = performance.now();
  const child = start(args, env, 'ignore');
  for (const path of paths) await untilAnswered(port, path, child);
  return {
    milliseconds: performance.now() - begun,
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: () => stopChild(child),
  };
}

async function untilAnswered(port: number, path: string, child: ChildProcess): Promise<void> {
  const latest = performance.now() + READY_WITHIN_MS;
  while (performance.now() < latest && child.exitCode === null) {
    if ((await statusOf(port, path)) === 200) return;
    await pause(2);
  }
  throw new Error(`The program does not answer ${path}`);
}

/** The status of a GET over a connection of its own; undefined while none can be made. */
function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path, agent: false }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode));
    }).once('error', () => resolve(undefined));
  });
}

/** Starts the yardstick with these calls. */
export async function startBare(calls: readonly BareCall[]): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bare-'));
  const plan = join(folder, 'plan.json');
  writeFileSync(plan, JSON.stringify(calls));
  const yardstick = await startYardstick('bare.ts', plan);
  return {
    ...yardstick,
    async stop() {
      await yardstick.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the yardstick of the streams: every POST's body is sent to all that a GET has opened. */
export function startBareStreams(): Promise<Measured> {
  return startYardstick('bare-streams.ts');
}

async function startYardstick(file: string, ...args: readonly string[]): Promise<Measured> {
  const child = start([join(import.meta.dirname, file), ...args], { PATH: process.env.PATH }, 'pipe');
  const [line] = await once(child.stdout?.setEncoding('utf8') ?? child, 'data');
  return {
    origin: `http://127.0.0.1:${Number(line)}`,
    pid: child.pid ?? 0,
    stop: () => stopChild(child),
  };
}

/** What of a process is in memory now, in bytes. */
export function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}

/** Signs up and returns the token. */
export async function signUp(product: Measured, email: string): Promise<string> {
  return (await signUpWithSession(product, email)).access_token;
}

/** Signs up and returns the session as a browser stores it. */
export async function signUpWithSession({ origin }: Measured, email: string): Promise<Session> {
  const reply = await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, data: { username: email.split('@')[0] } }),
  });
  if (!reply.ok) throw new Error(`The sign-up was answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}
