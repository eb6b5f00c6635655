import { execFile } from 'node:child_process';
import type { BusEvent } from '../events/event-bus.ts';
import type { Log } from '../log.ts';
import { type FromNext, type FromPrevious, PASSED_SOCKET } from './next-process.ts';

/**
 * The number of the listening socket that this process was started with, by systemd or by the process that it follows;
 * undefined for none.
 */
export function findPassedSocket(env: NodeJS.ProcessEnv): number | undefined {
  if (env.LISTEN_FDS === undefined) return undefined;
  // systemd always says for whom it is, and a previous process doesn't.
  const isForUs = env.LISTEN_PID === undefined || env.LISTEN_PID === String(process.pid);
  return isForUs ? PASSED_SOCKET : undefined;
}

/** The process that this one follows, over the channel between them; undefined for none. */
export class PreviousProcess {
  readonly #yours = Promise.withResolvers<void>();
  readonly #gone = Promise.withResolvers<void>();
  #hasEnded = false;
  /** Called for each change that it still makes; with undefined where some may have been missed. */
  onEvent: (event: BusEvent | undefined) => void = () => {};

  private constructor() {
    process.on('message', (message: FromPrevious) => {
      if (message.kind === 'yours') this.#yours.resolve();
      else if (message.kind === 'event') this.onEvent(message.event);
      else this.#hasEnded = true;
    });
    process.once('disconnect', () => {
      this.#yours.resolve();
      this.#gone.resolve();
      if (!this.#hasEnded) this.onEvent(undefined);
    });
  }

  static find(env: NodeJS.ProcessEnv): PreviousProcess | undefined {
    return process.connected && findPassedSocket(env) !== undefined ? new PreviousProcess() : undefined;
  }

  /** Resolves when it has ended. */
  get gone(): Promise<void> {
    return this.#gone.promise;
  }

  /** Says that this process answers requests. Resolves when the rest of the work is its own, too. */
  async takeOver(): Promise<void> {
    await this.#send({ kind: 'ready' });
    await this.#yours.promise;
  }

  async fail(why: string): Promise<void> {
    await this.#send({ kind: 'failed', why });
  }

  /** Where the previous one is gone, there is nobody to tell. */
  async #send(message: FromNext): Promise<void> {
    await new Promise<void>((resolve) => {
      if (process.connected) process.send?.(message, undefined, {}, () => resolve());
      else resolve();
    });
  }
}

/** systemd is busy with much else while a machine starts. */
const NOTICE_MS = 30_000;

/** Tells systemd, where it runs this as a service of type notify, which process is the service's and that it's ready. */
export async function notifySupervisor(env: NodeJS.ProcessEnv, log: Log): Promise<void> {
  if (!env.NOTIFY_SOCKET) return;
  const args = ['--ready', `MAINPID=${process.pid}`];
  await new Promise<void>((resolve) => {
    // It ends when systemd has read it.
    execFile('systemd-notify', args, { env, timeout: NOTICE_MS }, (error) => {
      if (error) log.warn({ err: error }, 'systemd can’t be told that this process is ready');
      resolve();
    });
  });
}
