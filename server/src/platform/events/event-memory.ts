import type { Clock } from '../clock.ts';
import type { BusEvent } from './event-bus.ts';

/** How many events are remembered; more push the oldest out. */
const MAX_EVENTS = 1_000;

export interface RememberedEvent {
  /** When the process heard of it, by its monotonic clock in ms. */
  at: number;
  event: BusEvent;
}

/**
 * Recent events, for readers whose stream begins or reconnects: they get what they missed instead
 * of reloading everything. Uses the monotonic clock of the process.
 */
export class EventMemory {
  readonly #span: number;
  readonly #clock: Pick<Clock, 'elapsed'>;
  #events: RememberedEvent[] = [];
  /** The start of the complete memory; undefined while not listening. */
  #since: number | undefined;

  constructor(spanMs: number, clock: Pick<Clock, 'elapsed'>) {
    this.#span = spanMs;
    this.#clock = clock;
  }

  /** By the monotonic clock, in ms. */
  now(): number {
    return this.#clock.elapsed() * 1000;
  }

  /** Starts the memory, unless it runs already. */
  begin(): void {
    this.#since ??= this.now();
  }

  /** Events may have been missed: clears the memory. */
  clear(): void {
    this.#events = [];
    this.#since = this.now();
  }

  /** @returns when it was heard of */
  add(event: BusEvent): number {
    const now = this.now();
    this.#events.push({ at: now, event });
    const isOld = ({ at }: { at: number }) => at < now - this.#span;
    while (this.#events[0] && (isOld(this.#events[0]) || this.#events.length > MAX_EVENTS)) {
      this.#since = Math.max(this.#since ?? now, this.#events[0].at);
      this.#events.shift();
    }
    return now;
  }

  /** The events of the last so many ms with their moments, in order; undefined if some may be missing. */
  recall(ms: number): RememberedEvent[] | undefined {
    const from = this.now() - ms;
    if (ms > this.#span || this.#since === undefined || from <= this.#since) return undefined;
    return this.#events.filter(({ at }) => at >= from);
  }
}
