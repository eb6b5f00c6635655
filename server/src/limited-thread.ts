import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ThreadAnswer } from './thread-answer.ts';
import { type ThreadName, threadFile } from './thread-file.ts';

/** What a thread may use for one order; what is left out has no limit. */
export interface ThreadLimits {
  ms?: number;
  /** Of its own processor time, which a busy machine doesn't change. */
  cpuMs?: number;
  memoryMb?: number;
  /** Its orders run one after the other, and each has the whole time for itself. */
  isOneAtATime?: true;
}

/** The thread was ended before it answered: it took too long, needed too much memory, or broke. */
export class ThreadLimitError extends Error {}

/** How often its processor time is looked at. */
const LOOK_MS = 250;

/**
 * Gives each order to a new thread, which ends with its answer: what is slow or hostile in the order holds no reply of the server
 * back. `<name>-worker.ts` is its program.
 */
export class LimitedThread<Order, Answer> {
  readonly #name: ThreadName;
  readonly #limits: ThreadLimits;
  #last: Promise<unknown> = Promise.resolve();

  constructor(name: ThreadName, limits: ThreadLimits = {}) {
    this.#name = name;
    this.#limits = limits;
  }

  /**
   * @param stopping ends the thread
   * @throws ThreadLimitError, the signal's reason, or an error with the message and the stack of the thread's own
   */
  run(order: Order, stopping?: AbortSignal): Promise<Answer> {
    if (!this.#limits.isOneAtATime) return this.#run(order, stopping);
    const turn = this.#last.then(() => this.#run(order, stopping));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #run(order: Order, stopping: AbortSignal | undefined): Promise<Answer> {
    stopping?.throwIfAborted();
    const { ms, cpuMs, memoryMb } = this.#limits;
    const limit = new AbortController();
    const signal = AbortSignal.any([limit.signal, ...(stopping ? [stopping] : [])]);
    const worker = new Worker(threadFile(this.#name), {
      workerData: order,
      ...(memoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    });
    const exceed = (what: string) =>
      limit.abort(new ThreadLimitError(`The ${this.#name} thread needed more than ${what}`));
    const timeout = ms === undefined ? undefined : setTimeout(() => exceed(`${ms} ms`), ms);
    const look = async () => {
      const { user, system } = await worker.cpuUsage();
      if ((user + system) / 1_000 > (cpuMs ?? 0)) exceed(`${cpuMs} ms of the processor`);
    };
    const looking = cpuMs === undefined ? undefined : setInterval(() => void look().catch(() => {}), LOOK_MS);
    try {
      const answered = once(worker, 'message', { signal });
      const ended = once(worker, 'exit', { signal }).then(() => {
        throw new ThreadLimitError(`The ${this.#name} thread ended without an answer`);
      });
      const [answer] = (await Promise.race([answered, ended])) as [ThreadAnswer<Answer>];
      if ('answer' in answer) return answer.answer;
      const error = new Error(answer.fault);
      if (answer.stack) error.stack = answer.stack;
      throw error;
    } catch (error) {
      limit.signal.throwIfAborted();
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new ThreadLimitError(`The ${this.#name} thread needed more than ${memoryMb} MB`);
      throw error;
    } finally {
      clearTimeout(timeout);
      clearInterval(looking);
      await worker.terminate();
    }
  }
}
