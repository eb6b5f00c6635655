import { setTimeout as wait } from 'node:timers/promises';
import { liveEventSchema } from '@atelier/domain/live/schema.ts';
import pg from 'pg';
import { z } from 'zod';
import type { Trx } from '../db/database.ts';
import type { DatabaseLocation } from '../db/open.ts';
import { notify } from '../db/postgres.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { type BusEvent, BusListeners, type EventBus, LocalEventBus } from './event-bus.ts';

/** A notification takes milliseconds: one that is not there after this long is not going to come. */
const WITHIN_MS = 2_000;

/** What it means for an owner when none arrives, and what to do. */
export const DEAF = {
  meaning:
    'PostgreSQL answers, but its notifications do not arrive: DATABASE_URL seems to lead through a pooler that shares ' +
    'connections between transactions. People see what others do only after up to 15 seconds.',
  whatToDo:
    'Let DATABASE_URL lead to the server itself, or let the pooler keep a connection for each session ' +
    '(PgBouncer: pool_mode = session).',
};

/**
 * Whether a notification that another connection sends arrives at this one, which is how every event comes. A pooler
 * that shares connections between transactions answers `listen` with success and then passes none on.
 * @param url where the other connection leads: the same place as `client`
 * @returns false also when `signal` ends the waiting
 * @throws when the database cannot be asked
 */
export async function hearsNotifications(
  client: pg.Client,
  url: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const channel = `atelier_probe_${newId().replaceAll('-', '')}`;
  const { promise: heard, resolve } = Promise.withResolvers<boolean>();
  const hear = (message: pg.Notification) => {
    if (message.channel === channel) resolve(true);
  };
  const giveUp = () => resolve(false);
  let waiting: NodeJS.Timeout | undefined;
  client.on('notification', hear);
  client.once('end', giveUp);
  signal?.addEventListener('abort', giveUp);
  try {
    await client.query(`listen ${channel}`);
    await notifyElsewhere(url, channel);
    waiting = setTimeout(giveUp, WITHIN_MS);
    const isHeard = await heard;
    if (isHeard) await client.query(`unlisten ${channel}`);
    return isHeard;
  } finally {
    clearTimeout(waiting);
    client.off('notification', hear);
    client.off('end', giveUp);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** From a connection of its own: what sends a notification to itself hears it behind a pooler, too. */
async function notifyElsewhere(url: string, channel: string): Promise<void> {
  const sender = new pg.Client({
    connectionString: url,
    application_name: 'atelier events',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  sender.on('error', () => {});
  try {
    await sender.connect();
    await sender.query('select pg_notify($1, $2)', [channel, '']);
  } finally {
    await sender.end().catch(() => {});
  }
}

const CHANNEL = 'atelier_events';
/** Milliseconds until the first new attempt after a lost connection; each further one waits twice as long. */
const RECONNECT_MS = 250;
const RECONNECT_MAX_MS = 10_000;
/** How often the connection is pinged, and how long its answer may take. */
const PING_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;
const GOODBYE_MS = 1_000;

export interface PostgresEventBusOptions {
  pingMs?: number;
  answerWithinMs?: number;
}

/** A process of another version may send what this one does not know: that is an event missed, never an error. */
const busEventSchema = z.object({ topics: z.array(z.string()), event: liveEventSchema });

/**
 * For any number of processes: an event is a notification of the transaction in which it happened, so it is
 * sent by the commit and never without it. Each process hears of all, its own included, over one connection
 * of its own; while that is broken nothing arrives, so its return notifies the listeners.
 */
export class PostgresEventBus extends BusListeners implements EventBus {
  readonly #url: string;
  readonly #pingMs: number;
  readonly #answerWithinMs: number;
  #client: pg.Client | undefined;
  #started: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #ping: NodeJS.Timeout | undefined;
  #failures = 0;
  readonly #stopping = new AbortController();
  #isDisconnected = false;

  constructor(url: string, log: Log, options: PostgresEventBusOptions = {}) {
    super(log);
    this.#url = url;
    this.#pingMs = options.pingMs ?? PING_MS;
    this.#answerWithinMs = options.answerWithinMs ?? ANSWER_WITHIN_MS;
  }

  async publish(trx: Trx, event: BusEvent): Promise<void> {
    await notify(trx, CHANNEL, JSON.stringify(event));
  }

  start(): Promise<void> {
    this.#started ??= this.#connect();
    return this.#started;
  }

  get isDisconnected(): boolean {
    return this.#isDisconnected;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#retry);
    clearTimeout(this.#ping);
    await this.#started;
    const client = this.#client;
    this.#client = undefined;
    // A connection whose packets are dropped never confirms its end.
    await Promise.race([client?.end().catch(() => {}), wait(GOODBYE_MS, undefined, { ref: false })]);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'atelier events',
      connectionTimeoutMillis: this.#answerWithinMs,
      query_timeout: this.#answerWithinMs,
      keepAlive: true,
    });
    // Runs once for each connection, on its error or its end.
    const lost = (error?: Error) => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#connectLater(error);
    };
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ channel, payload }) => {
      if (channel === CHANNEL) this.notifyAll(parseEvent(payload ?? ''));
    });
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => {});
      lost(error instanceof Error ? error : undefined);
      return;
    }
    if (this.#failures > 0) this.log.info('the connection for live events is back');
    this.#failures = 0;
    this.#askLater(client);
    this.notifyAll(undefined);
    await this.#listenToItself(client);
  }

  /** Finds out whether anything arrives. What could not be asked changes nothing: it is heard as a loss, or asked again. */
  async #listenToItself(client: pg.Client): Promise<void> {
    const { signal } = this.#stopping;
    const hears = await hearsNotifications(client, this.#url, signal).catch(() => undefined);
    if (hears === undefined || this.#client !== client || signal.aborted) return;
    if (hears !== this.#isDisconnected) return;
    this.#isDisconnected = !hears;
    if (hears) this.log.info('notifications of PostgreSQL arrive again');
    else this.log.warn(`${DEAF.meaning} ${DEAF.whatToDo}`);
  }

  #connectLater(error: Error | undefined): void {
    clearTimeout(this.#ping);
    if (this.#stopping.signal.aborted) return;
    if (this.#failures === 0) this.log.warn({ err: error }, 'the connection for live events broke');
    const pause = Math.min(RECONNECT_MS * 2 ** this.#failures, RECONNECT_MAX_MS);
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.#connect(), pause);
    this.#retry.unref();
  }

  #askLater(client: pg.Client): void {
    this.#ping = setTimeout(() => void this.#ask(client), this.#pingMs);
    this.#ping.unref();
  }

  async #ask(client: pg.Client): Promise<void> {
    if (this.#isDisconnected) await this.#listenToItself(client);
    // One that does not answer is ended, which is heard as a loss.
    await client.query('select 1').catch(() => client.end().catch(() => {}));
    if (this.#client === client) this.#askLater(client);
  }
}

function parseEvent(payload: string): BusEvent | undefined {
  try {
    return busEventSchema.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

export function createEventBus(location: DatabaseLocation, log: Log): EventBus {
  return location.engine === 'postgres' ? new PostgresEventBus(location.url, log) : new LocalEventBus(log);
}
