import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { BusEvent } from './event-bus.ts';

/** How many events are remembered; more push the oldest out. */
const MAX_EVENTS = 1_000;

export interface RememberedEvent {
  /** When the process heard of it: no other event has the same moment, nor one that was asked for before. */
  at: number;
  event: BusEvent;
}

/** From where a reader goes on: a place of an earlier stream, or how many ms ago. */
export interface Since {
  after?: string | undefined;
  missed?: number | undefined;
}

/**
 * Recent events, for readers whose stream begins or reconnects: they get what they missed instead
 * of reloading everything. Moments are ms of the process's monotonic clock. A reader's place is such a moment with the
 * memory's name: counting events instead would tell how many there are of others'.
 */
export class EventMemory {
  readonly #span: number;
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** A place in another process's memory says nothing here. */
  readonly #name = newId().slice(-12);
  #last = 0;
  #events: RememberedEvent[] = [];
  /** The start of the complete memory; undefined while not listening. */
  #since: number | undefined;

  constructor(spanMs: number, clock: Pick<Clock, 'elapsed'>) {
    this.#span = spanMs;
    this.#clock = clock;
  }

  /** The moment now: after all events so far, and before the next. */
  now(): number {
    this.#last = Math.max(Math.floor(this.#clock.elapsed() * 1000), this.#last);
    return this.#last;
  }

  /** A moment after all so far. */
  #next(): number {
    this.#last = Math.max(Math.floor(this.#clock.elapsed() * 1000), this.#last + 1);
    return this.#last;
  }

  /** Starts the memory, unless it runs already. */
  begin(): void {
    this.#since ??= this.now();
  }

  /** Events may have been missed: clears the memory. */
  clear(): void {
    this.#events = [];
    this.#since = this.#next();
  }

  /** @returns when it was heard of */
  add(event: BusEvent): number {
    const now = this.#next();
    this.#events.push({ at: now, event });
    const isOld = ({ at }: { at: number }) => at < now - this.#span;
    while (this.#events[0] && (isOld(this.#events[0]) || this.#events.length > MAX_EVENTS)) {
      this.#since = Math.max(this.#since ?? now, this.#events[0].at);
      this.#events.shift();
    }
    return now;
  }

  placeAt(moment: number): string {
    return `${this.#name}-${moment}`;
  }

  /** The moment from which a reader goes on; undefined where some events since then may be missing. */
  find({ after, missed = Number.POSITIVE_INFINITY }: Since): number | undefined {
    const moment = after === undefined ? this.#ago(missed) : this.#momentOf(after);
    if (moment === undefined || this.#since === undefined) return undefined;
    // A made-up place may be no number.
    return moment >= this.#since ? moment : undefined;
  }

  /** The events after a moment that `find` has found, in order. */
  recall(moment: number): RememberedEvent[] {
    return this.#events.filter(({ at }) => at > moment);
  }

  /** The last moment before these ms. */
  #ago(ms: number): number | undefined {
    return ms > this.#span ? undefined : this.now() - ms - 1;
  }

  #momentOf(place: string): number | undefined {
    const [name, moment] = place.split('-');
    return name === this.#name ? Number(moment) : undefined;
  }
}
