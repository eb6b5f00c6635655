import { RateLimitedError } from './rate-limit.ts';

/** When to retry if all slots are in use, in seconds. */
const COME_BACK_SECONDS = 5;

/**
 * Slots of one process, and how many of them one holder of a kind (an account, an address, …) may
 * have.
 */
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

  /** How many slots are in use. */
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
