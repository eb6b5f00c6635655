import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { openLive } from '../../server/test/harness/live-client.ts';
import { sendTo } from '../../server/test/harness/raw-connection.ts';
import type { RunningProduct } from '../../server/test/harness/running-product.ts';
import { ask } from './ask.ts';
import { sized } from './size.ts';

/** Longer ago than this nothing of a stream's last event can be. */
const MARGIN_MS = 1_000;
/** Between a reply and the next call of the same caller: a steady load, and none that takes all there is. */
const PAUSE_MS = sized({ quick: 50, full: 10 });

/** Calls that go on and on, whatever happens to the process that answers, with everything that fails of them. */
export class SteadyLoad {
  readonly #product: RunningProduct;
  /** Calls without a reply, and replies that are failures of the server, in words. */
  readonly failures: string[] = [];
  answered = 0;
  /** How long the slowest call took, in ms. */
  slowest = 0;
  #isOver = false;
  readonly #loops: Promise<void>[] = [];

  constructor(product: RunningProduct) {
    this.#product = product;
  }

  /** The product for writers: they end when the load does. */
  get through(): RunningProduct {
    const { call } = this.#product;
    return {
      ...this.#product,
      call: async <E extends Endpoint>(token: string, endpoint: E, input?: object) => {
        await wait(PAUSE_MS);
        // As a call without a reply: the writer does it again in the next round.
        if (this.#isOver) throw new TypeError('The load is over');
        const what = `${endpoint.method} ${endpoint.path}`;
        return this.#watch(what, () => call(token, endpoint, input));
      },
    };
  }

  /** Reads a target again and again, on connections that are kept and on one of its own each time. */
  read(target: string, token?: string): void {
    const { origin } = this.#product;
    const headers = { ...(token && { authorization: `Bearer ${token}` }), connection: 'close' };
    this.#repeat(() =>
      this.#watch(`kept GET ${target}`, () => ask(origin, { method: 'GET', target, token })),
    );
    this.#repeat(() => this.#watch(`GET ${target}`, () => sendTo(origin, { target, headers })));
  }

  /** Reads a stream of live events, and comes back to it as a browser does. */
  listen(token: string): Listener {
    const listener: Listener = { heard: new Map(), reloadedAt: 0, breaks: 0 };
    let heardAt = performance.now();
    this.#repeat(async () => {
      const missed = Math.ceil(performance.now() - heardAt) + MARGIN_MS;
      const { origin } = this.#product;
      const stream = await this.#watch('a stream', () => openLive(origin, token, missed));
      const leaving = setInterval(() => this.#isOver && stream.close(), 20);
      for (;;) {
        const event = await stream.next().catch(() => undefined);
        if (!event) break;
        heardAt = performance.now();
        if (event.kind === 'resync') listener.reloadedAt = heardAt;
        else if (event.projectId) listener.heard.set(event.projectId, heardAt);
      }
      clearInterval(leaving);
      listener.breaks += 1;
    });
    return listener;
  }

  /** Ends everything, with the replies that are still due. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops.splice(0));
  }

  /** The next load on the same product. */
  again(): void {
    this.#isOver = false;
  }

  #repeat(act: () => Promise<unknown>): void {
    const loop = async () => {
      while (!this.#isOver) {
        await act().catch(() => {});
        await wait(PAUSE_MS);
      }
    };
    this.#loops.push(loop());
  }

  async #watch<Reply extends { status: number }>(what: string, act: () => Promise<Reply>): Promise<Reply> {
    const began = performance.now();
    try {
      const reply = await act();
      if (reply.status >= 400) this.failures.push(`${what}: ${reply.status}`);
      this.answered += 1;
      return reply;
    } catch (error) {
      const { cause } = error as Error;
      this.failures.push(`${what}: ${cause instanceof Error ? cause.message : error}`);
      throw error;
    } finally {
      this.slowest = Math.max(this.slowest, performance.now() - began);
    }
  }
}

/** What a reader of live events knows, as of `performance.now()`. */
export interface Listener {
  /** When it last heard of a project. */
  heard: Map<string, number>;
  /** When it was last asked to reload everything. */
  reloadedAt: number;
  /** How often its stream has ended. */
  breaks: number;
}

/** Whether a reader has learnt of a change of a project that was asked for at a time. */
export function hasLearnt({ heard, reloadedAt }: Listener, projectId: string, askedAt: number): boolean {
  return Math.max(heard.get(projectId) ?? 0, reloadedAt) >= askedAt;
}
