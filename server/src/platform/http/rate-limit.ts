import { AppError } from '@atelier/domain/errors.ts';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { clientNetworks } from './client.ts';

/** At most `max` calls at once, and `max` in `seconds` over time. */
export interface Allowance {
  max: number;
  seconds: number;
}

/** 429, with the whole seconds after which one more call is allowed. */
export class RateLimitedError extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, message = 'Too many requests. Please wait a moment and try again.') {
    super('rate_limited', message);
    this.name = 'RateLimitedError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Stores, for a key, the time at which its used allowance will have refilled, in milliseconds: in memory by a
 * monotonic clock, across processes by the time of day. A store that several processes share can replace the
 * one in memory.
 */
export interface RateLimitStore {
  /**
   * In one step: if `max(stored, now) + cost <= now + burst`, stores that sum and returns undefined; else
   * leaves it and returns the milliseconds until it would fit.
   */
  take(key: string, cost: number, burst: number, clock: Clock): Promise<number | undefined>;
  /**
   * Uncounts one call, if its cost hasn't refilled yet. If nothing else is used up, nothing stays
   * stored: a leftover time would be in the future once the clock is set back.
   */
  giveBack(key: string, cost: number, clock: Clock): Promise<void>;
}

/** Counts calls. One place for the limits of routes and for those inside a flow. */
export class RateLimiter {
  readonly #store: RateLimitStore;
  readonly #clock: Clock;
  readonly scale: number;

  /** @param scale multiplies every limit (RATE_LIMIT_SCALE) */
  constructor(store: RateLimitStore, clock: Clock, scale: number) {
    this.#store = store;
    this.#clock = clock;
    this.scale = scale;
  }

  /** Counts one call for `key`. Throws RateLimitedError, and counts nothing, when its allowance is used up. */
  async consume(key: string, allowance: Allowance): Promise<void> {
    const burst = allowance.seconds * 1000;
    const wait = await this.#store.take(key, this.#costOf(allowance), burst, this.#clock);
    if (wait !== undefined) throw new RateLimitedError(Math.max(1, Math.ceil(wait / 1000)));
  }

  /**
   * Counts one call from an address by each network around it: another address of the same network is no new allowance.
   * Throws RateLimitedError.
   */
  async consumeFrom(ip: string, name: string, { max, seconds }: Allowance): Promise<void> {
    for (const { key, share } of clientNetworks(ip)) {
      await this.consume(`${name} ${key}`, { max: max * share, seconds });
    }
  }

  /** Uncounts a call that was counted with the same allowance. */
  async giveBack(key: string, allowance: Allowance): Promise<void> {
    await this.#store.giveBack(key, this.#costOf(allowance), this.#clock);
  }

  #costOf({ max, seconds }: Allowance): number {
    return (seconds * 1000) / (max * this.scale);
  }
}

/** Keys kept at most; beyond it those that have waited longest are forgotten: a refused call refreshes none. */
const MAX_KEYS = 100_000;

export class MemoryRateLimitStore implements RateLimitStore {
  // Each counts as one: with a `max`, room for all of them is made at the start.
  readonly #paidAt = new LRUCache<string, number>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });

  async take(key: string, cost: number, burst: number, clock: Clock): Promise<number | undefined> {
    const now = clock.elapsed() * 1000;
    const paidAt = Math.max(this.#paidAt.peek(key) ?? 0, now) + cost;
    // A thousandth of a millisecond for the fractions that add up.
    if (paidAt > now + burst + 0.001) return paidAt - now - burst;
    this.#paidAt.set(key, paidAt);
    return undefined;
  }

  async giveBack(key: string, cost: number, clock: Clock): Promise<void> {
    const paidAt = this.#paidAt.peek(key);
    if (paidAt === undefined) return;
    if (paidAt - cost <= clock.elapsed() * 1000) this.#paidAt.delete(key);
    else this.#paidAt.set(key, paidAt - cost);
  }
}
