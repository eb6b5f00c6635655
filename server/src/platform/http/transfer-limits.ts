import { type Clock, systemClock } from '../clock.ts';
import { RateLimitedError } from './rate-limit.ts';

/** The slowest rate of a transfer, averaged over any window; the first window is its grace. */
export interface Pace {
  bytesPerSecond: number;
  windowMs: number;
}

/** Steps in which the window slides. */
export const STEPS = 6;

/** How fast a transfer is, averaged over its last window. */
export class TransferRate {
  readonly #windowSeconds: number;
  readonly #movedBytes: () => number;
  readonly #clock: Clock;
  /** The totals of the last window, from the latest one before it on. */
  readonly #samples: { at: number; bytes: number }[];

  /** @param movedBytes all bytes so far */
  constructor({ windowMs }: Pace, movedBytes: () => number, clock: Clock) {
    this.#windowSeconds = windowMs / 1000;
    this.#movedBytes = movedBytes;
    this.#clock = clock;
    this.#samples = [{ at: clock.elapsed(), bytes: movedBytes() }];
  }

  /** Slides the window: to be called `STEPS` times in one. */
  slide(): void {
    const at = this.#clock.elapsed();
    if (at <= (this.#samples.at(-1)?.at ?? at)) return;
    this.#samples.push({ at, bytes: this.#movedBytes() });
    while ((this.#samples[1]?.at ?? at) <= at - this.#windowSeconds) this.#samples.shift();
  }

  /** Undefined in the first moments, which say nothing. */
  get bytesPerSecond(): number | undefined {
    const { seconds, bytes } = this.#sinceFirst();
    return seconds > 0 && seconds >= this.#windowSeconds / STEPS ? bytes / seconds : undefined;
  }

  /** False within the first window. */
  isBelow(bytesPerSecond: number): boolean {
    const { seconds, bytes } = this.#sinceFirst();
    return seconds >= this.#windowSeconds && bytes < bytesPerSecond * seconds;
  }

  #sinceFirst(): { seconds: number; bytes: number } {
    const { at = 0, bytes = 0 } = this.#samples[0] ?? {};
    return { seconds: this.#clock.elapsed() - at, bytes: this.#movedBytes() - bytes };
  }
}

/**
 * Calls `onTooSlow`, once, when too few bytes have moved within the last window.
 * @param movedBytes all bytes so far
 * @returns a function that stops the watch
 */
export function watchPace(pace: Pace, movedBytes: () => number, onTooSlow: () => void): () => void {
  const rate = new TransferRate(pace, movedBytes, systemClock);
  const timer = setInterval(() => {
    rate.slide();
    if (!rate.isBelow(pace.bytesPerSecond)) return;
    clearInterval(timer);
    onTooSlow();
  }, pace.windowMs / STEPS);
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
   * @param makeRoom asked when only they are left: frees another's slot, where it can
   * @throws RateLimitedError
   */
  take(
    holders: Readonly<Record<Kind, string>>,
    { leaving = 0, makeRoom = () => {} }: { leaving?: number; makeRoom?: () => void } = {},
  ): Disposable {
    const entries = Object.entries(holders) as [Kind, string][];
    const keys = entries.map(([kind, holder]) => `${kind} ${holder}`);
    const isFull = entries.some(
      ([kind, holder]) => (this.#taken.get(`${kind} ${holder}`) ?? 0) >= this.#limits.each[kind],
    );
    if (isFull) throw new RateLimitedError(COME_BACK_SECONDS);
    const most = this.#limits.process - leaving;
    if (this.#total >= most) makeRoom();
    if (this.#total >= most) throw new RateLimitedError(COME_BACK_SECONDS);
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
