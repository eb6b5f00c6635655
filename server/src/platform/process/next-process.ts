import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { BusEvent } from '../events/event-bus.ts';

/** Where a process finds the listening socket that was passed to it: systemd's number, too. */
export const PASSED_SOCKET = 3;
/** A process that is not ready after this long won't be: its migrations would have to be done with a stop. */
const READY_WITHIN_MS = 5 * 60_000;

/** A process that follows this one. */
export type NextProcess = ChildProcess;

/** What the next process says. */
export type FromNext = { kind: 'ready' } | { kind: 'failed'; why: string };

/** What the previous process says. */
export type FromPrevious =
  /** The work that one process does alone is the next one's: mails, jobs, commands. */
  | { kind: 'yours' }
  /** Of a change that the previous one still made, for those who read the next one's streams; without one, some may have been missed. */
  | { kind: 'event'; event: BusEvent | undefined }
  | { kind: 'ended' };

/**
 * Starts a program beside this process, with the same listening socket.
 * @param current this process's environment
 * @throws where a socket can't be passed on
 */
export function startNext(
  server: Server,
  [command = '', ...args]: readonly string[],
  current: NodeJS.ProcessEnv,
): NextProcess {
  return spawn(command, args, {
    env: { ...environmentOf(current), LISTEN_FDS: '1' },
    stdio: ['ignore', 'inherit', 'inherit', numberOf(server), 'ipc'],
  });
}

/**
 * Resolves once a started process answers requests.
 * @throws with a sentence that says why it doesn't; it has ended then
 */
export async function whenReady(child: NextProcess): Promise<void> {
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  child.on('message', (message: FromNext) => {
    if (message.kind === 'ready') resolve();
    else reject(new Error(message.why));
  });
  child.once('error', reject);
  child.once('exit', (code, signal) => reject(new Error(`It ended with ${signal ?? `code ${code}`}.`)));
  const late = setTimeout(() => {
    reject(new Error(`It wasn’t ready within ${READY_WITHIN_MS / 60_000} minutes.`));
  }, READY_WITHIN_MS);
  try {
    await ready;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** The listening socket's number in this process. Windows has none. */
function numberOf(server: Server): number {
  const { _handle: handle } = server as { _handle?: { fd?: number } };
  if (handle?.fd === undefined || handle.fd < 0)
    throw new Error('On this system a socket can’t be passed on.');
  return handle.fd;
}

/**
 * What this process was started with. The current environment has what was in `.env` then, too, and would hide what has changed
 * there since.
 */
function environmentOf(current: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { LISTEN_PID: _pid, NODE_CHANNEL_FD: _channel, ...env } = readStartEnvironment() ?? current;
  return env;
}

function readStartEnvironment(): NodeJS.ProcessEnv | undefined {
  try {
    const pairs = readFileSync('/proc/self/environ', 'utf8').split('\0').filter(Boolean);
    return Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    );
  } catch {
    // Not on Linux.
    return undefined;
  }
}

export function tellNext(next: NextProcess, message: FromPrevious): void {
  if (next.connected) next.send(message, () => {});
}
