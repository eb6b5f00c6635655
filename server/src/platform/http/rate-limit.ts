import { AppError } from '@atelier/domain/errors.ts';
import type { Clock } from '../clock.ts';

/** At most `max` calls at once, and `max` in `seconds` over time. */
export interface Allowance {
  max: number;
  seconds: number;
}

/** 429, with the whole seconds after which one more call is allowed. */
export class RateLimitedError extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('rate_limited', 'Too many requests. Please wait a moment and try again.');
    this.name = 'RateLimitedError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Keeps, for a key, the moment at which it will have paid for all it has used (milliseconds since 1970).
 * A store that several processes share can stand in for the one in memory.
 */
export interface RateLimitStore {
  /**
   * In one step: if `max(stored, now) + cost <= now + burst`, stores that sum and returns undefined; else
   * leaves it and returns the milliseconds until it would fit.
   */
  take(key: string, cost: number, burst: number, now: number): Promise<number | undefined>;
}

/** Counts calls. One place for the limits of routes and for those inside a flow. */
export class RateLimiter {
  readonly #store: RateLimitStore;
  readonly #clock: Clock;
  readonly #scale: number;

  /** @param scale multiplies every limit (RATE_LIMIT_SCALE) */
  constructor(store: RateLimitStore, clock: Clock, scale: number) {
    this.#store = store;
    this.#clock = clock;
    this.#scale = scale;
  }

  /** Counts one call for `key`. Throws RateLimitedError, and counts nothing, when its allowance is used up. */
  async consume(key: string, allowance: Allowance): Promise<void> {
    const burst = allowance.seconds * 1000;
    const cost = burst / (allowance.max * this.#scale);
    const wait = await this.#store.take(key, cost, burst, this.#clock.now().getTime());
    if (wait !== undefined) throw new RateLimitedError(Math.max(1, Math.ceil(wait / 1000)));
  }
}

/** Keys kept at most; beyond it those that have waited longest are forgotten. */
const MAX_KEYS = 100_000;

export class MemoryRateLimitStore implements RateLimitStore {
  readonly #paidAt = new Map<string, number>();

  async take(key: string, cost: number, burst: number, now: number): Promise<number | undefined> {
    const paidAt = Math.max(this.#paidAt.get(key) ?? 0, now) + cost;
    // A thousandth of a millisecond for the fractions that add up.
    if (paidAt > now + burst + 0.001) return paidAt - now - burst;
    // Set anew, so that the map's order is the order of last use.
    this.#paidAt.delete(key);
    this.#paidAt.set(key, paidAt);
    if (this.#paidAt.size > MAX_KEYS) this.#forgetOldest();
    return undefined;
  }

  #forgetOldest(): void {
    const oldest = this.#paidAt.keys().next().value;
    if (oldest !== undefined) this.#paidAt.delete(oldest);
  }
}
