import { RateLimitedError } from './rate-limit.ts';

/** The slowest rate of a transfer, averaged over any window; the first window is its grace. */
export interface Pace {
  bytesPerSecond: number;
  windowMs: number;
}

/** Steps in which the window slides. */
const STEPS = 6;

/**
 * Calls `onTooSlow`, once, when too few bytes have moved within the last window.
 * @param movedBytes all bytes so far
 * @returns a function that stops the watch
 */
export function watchPace(
  { bytesPerSecond, windowMs }: Pace,
  movedBytes: () => number,
  onTooSlow: () => void,
): () => void {
  const due = (bytesPerSecond * windowMs) / 1000;
  const totals = [movedBytes()];
  const timer = setInterval(() => {
    totals.push(movedBytes());
    if (totals.length <= STEPS) return;
    const moved = (totals.at(-1) ?? 0) - (totals.shift() ?? 0);
    if (moved >= due) return;
    clearInterval(timer);
    onTooSlow();
  }, windowMs / STEPS);
  return () => clearInterval(timer);
}

/** When to retry if all slots are in use, in seconds. */
const COME_BACK_SECONDS = 5;

/** Slots of one process, and how many of them one holder of a kind (an account, an address, …) may have. */
export interface SlotLimits<Kind extends string> {
  process: number;
  each: Readonly<Record<Kind, number>>;
}

/**
 * Counts running transfers, so that one caller can't use up memory, disk or connections. Only
 * callers who may use the last `reserved` slots get in when the others are taken.
 */
export class ConcurrencySlots<Kind extends string> {
  readonly #limits: SlotLimits<Kind>;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(limits: SlotLimits<Kind>) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#total;
  }

  /**
   * Takes a slot for a caller who counts under each of `holders`; disposing frees it.
   * @param leaving slots that have to stay free for others
   * @throws RateLimitedError
   */
  take(holders: Readonly<Record<Kind, string>>, leaving = 0): Disposable {
    const entries = Object.entries(holders) as [Kind, string][];
    const keys = entries.map(([kind, holder]) => `${kind} ${holder}`);
    const isFull = entries.some(
      ([kind, holder]) => (this.#taken.get(`${kind} ${holder}`) ?? 0) >= this.#limits.each[kind],
    );
    if (isFull || this.#total >= this.#limits.process - leaving)
      throw new RateLimitedError(COME_BACK_SECONDS);
    this.#total += 1;
    for (const key of keys) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    return { [Symbol.dispose]: () => this.#giveBack(keys) };
  }

  #giveBack(keys: readonly string[]): void {
    this.#total -= 1;
    for (const key of keys) {
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left === 0) this.#taken.delete(key);
      else this.#taken.set(key, left);
    }
  }
}
