import { type Clock, isoIn, isoNow, latestMeant } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import { type Log, redactUrl } from '../log.ts';
import {
  claimDueMail,
  listAttachments,
  markDeferred,
  markFailed,
  markSent,
  type OutboxRow,
  renewLease,
} from './outbox.repository.ts';
import { type MailParty, MailRejectedError, type MailTransport } from './transport.ts';

export interface OutboxWorkerOptions {
  db: Db;
  transport: MailTransport;
  from: MailParty;
  clock: Clock;
  log: Log;
  /** How often the lease of a mail is renewed while it is being sent. */
  renewMs?: number;
}

/** Mails sent at once; also the connections to the mail server. A hanging one holds back no other. */
export const MAILS_AT_ONCE = 5;
/**
 * After this long another process takes over the mail of a dead one; a sending process renews its
 * lease three times within it.
 */
const LEASE_SECONDS = 60;
const RENEW_MS = (LEASE_SECONDS * 1000) / 3;
/** Between two looks when nothing wakes it: mails of other processes, and those that wait. */
const POLL_MS = 5_000;
/** First pause after a failure; it doubles each time up to the longest. */
const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 6 * 3600;
/** With these pauses the last attempt is about three days after the first. */
const MAX_ATTEMPTS = 20;

/**
 * Sends what is in the outbox: at least once each, with the same Message-ID. Any number of processes may
 * run one.
 */
export class OutboxWorker {
  readonly #options: OutboxWorkerOptions;
  readonly #lanes = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isWoken = false;
  #stopped = true;

  constructor(options: OutboxWorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopped = false;
    this.wake();
  }

  /** Looks at once, or once more when it is looking already. Does nothing before `start`. */
  wake(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), POLL_MS);
    this.#isWoken = true;
    this.#openLane();
  }

  /** Takes no more mails and resolves when those under way are done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
  }

  /** Sends everything that is due. @returns how many mails it took */
  async sendDue(): Promise<number> {
    let count = 0;
    const lane = async () => {
      for (let row = await this.#claim(); row; row = await this.#claim()) {
        count += 1;
        await this.#sendOne(row);
      }
    };
    const results = await Promise.allSettled(Array.from({ length: MAILS_AT_ONCE }, lane));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return count;
  }

  /** Opens a lane if there is room: it sends mails one by one until none is due. */
  #openLane(): void {
    if (this.#stopped || this.#lanes.size >= MAILS_AT_ONCE) return;
    const lane = this.#runLane()
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'the outbox cannot be read; trying again');
      })
      .finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  async #runLane(): Promise<void> {
    while (!this.#stopped) {
      this.#isWoken = false;
      const row = await this.#claim();
      if (row) {
        // If one was due, there may be more.
        this.#openLane();
        await this.#sendOne(row);
      } else if (!this.#isWoken) return;
    }
  }

  #claim(): Promise<OutboxRow | undefined> {
    const { db, clock } = this.#options;
    return claimDueMail(db, {
      owner: newId(),
      now: isoNow(clock),
      leasedUntil: isoIn(clock, LEASE_SECONDS),
      latestWritten: latestMeant(clock, 0),
      latestLease: latestMeant(clock, LEASE_SECONDS),
      latestPause: latestMeant(clock, LONGEST_PAUSE_SECONDS),
    });
  }

  async #sendOne(row: OutboxRow): Promise<void> {
    const { db, clock, log, renewMs = RENEW_MS } = this.#options;
    const renewing = setInterval(() => {
      renewLease(db, row, isoIn(clock, LEASE_SECONDS)).catch((error: unknown) => {
        log.warn({ err: error, mail: row.id }, 'the lease of a mail could not be renewed');
      });
    }, renewMs);
    try {
      await this.#deliver(row);
    } finally {
      clearInterval(renewing);
    }
  }

  async #deliver(row: OutboxRow): Promise<void> {
    const { db, transport, from, clock, log } = this.#options;
    const about = { mail: row.id, kind: row.kind, attempt: row.attempts };
    try {
      const attachments = await listAttachments(db, row.id);
      await transport.send({
        messageId: row.message_id,
        date: new Date(row.created_at),
        from,
        to: { address: row.recipient },
        replyTo: row.reply_to ? { address: row.reply_to } : undefined,
        subject: row.subject,
        text: row.text_body,
        html: row.html_body,
        ...(row.unsubscribe_url ? { unsubscribeUrl: row.unsubscribe_url } : {}),
        ...(attachments.length > 0 ? { attachments } : {}),
      });
    } catch (error) {
      const reason = describeFailure(error);
      if (error instanceof MailRejectedError || row.attempts >= MAX_ATTEMPTS) {
        await markFailed(db, row, isoNow(clock), reason);
        log.error({ ...about, err: error }, 'a mail could not be sent and was given up');
      } else {
        await markDeferred(db, row, isoIn(clock, pauseAfter(row.attempts)), reason);
        log.warn({ ...about, err: error }, 'a mail could not be sent; it will be tried again');
      }
      return;
    }
    await markSent(db, row, isoNow(clock));
    log.info(about, 'a mail was sent');
  }
}

/** Seconds to wait after the given number of attempts. */
export function pauseAfter(attempts: number): number {
  return Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (attempts - 1));
}

function describeFailure(error: unknown): string {
  const innermost = error instanceof MailRejectedError ? error.cause : error;
  return redactUrl(innermost instanceof Error ? innermost.message : String(innermost)).slice(0, 500);
}
