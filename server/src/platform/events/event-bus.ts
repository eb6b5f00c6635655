import type { LiveEvent } from '@atelier/domain/live/schema.ts';
import type { Trx } from '../db/database.ts';
import { onCommit } from '../db/transaction.ts';
import type { Log } from '../log.ts';

/** What travels between processes. Small, because a notification carries 8 kB at most. */
export interface BusEvent {
  /** Streams that have one of these are offered the event. */
  topics: readonly string[];
  event: LiveEvent;
}

/** Called with an event, or with undefined when events may have been missed. Must not throw. */
export type BusListener = (event: BusEvent | undefined) => void;

/** Carries events from the process that publishes them to all processes. */
export interface EventBus {
  /** Sends the event if, and only if, the transaction is committed. */
  publish(trx: Trx, event: BusEvent): Promise<void>;
  /** @returns what takes the listener off again */
  listen(listener: BusListener): () => void;
  /**
   * Begins to receive. Resolves when events arrive from here on, or the first attempt has failed, or it is known that
   * none will come (`isDisconnected`).
   */
  start(): Promise<void>;
  /** Passes on what another process on the same file has published; undefined where some may have been missed. */
  receive(event: BusEvent | undefined): void;
  /** Whether events do not arrive although the database answers. */
  readonly isDisconnected: boolean;
  stop(): Promise<void>;
}

/** A bus's listeners in this process. */
export abstract class BusListeners {
  protected readonly log: Log;
  readonly #listeners = new Set<BusListener>();

  constructor(log: Log) {
    this.log = log;
  }

  listen(listener: BusListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  receive(event: BusEvent | undefined): void {
    this.notifyAll(event);
  }

  protected notifyAll(event: BusEvent | undefined): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.log.error({ err: error }, 'a listener to live events failed');
      }
    }
  }
}

/** For the one process that a SQLite file has. */
export class LocalEventBus extends BusListeners implements EventBus {
  readonly isDisconnected = false;

  async publish(trx: Trx, event: BusEvent): Promise<void> {
    onCommit(trx, () => this.notifyAll(event));
  }

  async start(): Promise<void> {}
  async stop(): Promise<void> {}
}
