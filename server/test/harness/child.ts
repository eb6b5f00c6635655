import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { DatabaseLocation } from '../../src/platform/db/open.ts';

/** The folder of the project. */
const ROOT = join(import.meta.dirname, '../../..');

/** How a child process ended, and all its output. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

/** A Node process of a test's own: a file of the server, or a piece of code. */
export interface Child {
  process: ChildProcess;
  output(): string;
  /** Resolves when the output has `text`; rejects when the process ends without it. */
  waitForOutput(text: string): Promise<void>;
  ended: Promise<Ended>;
}

/** Every running process, with its arguments. */
const running = new Map<ChildProcess, { started: string; ended: Promise<unknown> }>();

/** Kills every process that still runs. @returns them: each test should have ended its own */
export async function endChildren(): Promise<string[]> {
  const left = [...running];
  for (const [child] of left) child.kill('SIGKILL');
  await Promise.all(left.map(([, { ended }]) => ended));
  return left.map(([, { started }]) => started);
}

// Also if the test process ends first.
process.once('exit', () => {
  for (const child of running.keys()) child.kill('SIGKILL');
});

/**
 * Starts `node args…` in `cwd`, with nothing in its environment but `env`. One that is left behind, as where a test's set-up fails
 * before it could end it, is ended after the tests of its file, which then fail.
 */
export function startNode(args: readonly string[], env: Record<string, string>, cwd = ROOT): Child {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: inject('compiled'), ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, 'close')
    .then(([code, signal]) => ({ code, signal, output }) as Ended)
    .finally(() => running.delete(child));
  running.set(child, { started: ['node', ...args].join(' '), ended: ended.catch(() => {}) });
  return {
    process: child,
    output: () => output,
    waitForOutput: (text) =>
      new Promise((resolve, reject) => {
        const look = () => (output.includes(text) ? resolve() : undefined);
        listeners.add(look);
        look();
        ended.then(() => reject(new Error(`It ended without saying "${text}":\n${output}`)), reject);
      }),
    ended,
  };
}

/** The variables that point a process at a test's database. */
export function databaseEnv(location: DatabaseLocation): Record<string, string> {
  return location.engine === 'postgres'
    ? { DATABASE_URL: location.url }
    : { DATA_DIR: location.file.slice(0, location.file.lastIndexOf('/')) };
}
