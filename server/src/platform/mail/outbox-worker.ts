import type { Clock } from '../clock.ts';
import { isoIn, isoNow } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import { type Log, redactUrl } from '../log.ts';
import type { MailParty } from './address.ts';
import {
  claimDueMails,
  listAttachments,
  listCarrying,
  markDeferred,
  markFailed,
  markSent,
  type OutboxRow,
} from './outbox.repository.ts';
import { MailRejectedError, type MailTransport } from './transport.ts';

export interface OutboxWorkerOptions {
  db: Db;
  transport: MailTransport;
  from: MailParty;
  clock: Clock;
  log: Log;
}

/** Mails taken at a time, and how many of them are under way at once. */
const BATCH = 10;
const AT_ONCE = 3;
/** Longer than a batch can take with every step of every delivery at its limit. */
const LEASE_SECONDS = 600;
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
  readonly #owner = newId();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> | undefined;
  #again = false;
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
    if (this.#running) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#running = this.#look().finally(() => {
      this.#running = undefined;
      if (this.#stopped) return;
      if (this.#again) this.wake();
      else this.#timer = setTimeout(() => this.wake(), POLL_MS);
    });
  }

  /** Takes no more mails and resolves when those under way are done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #look(): Promise<void> {
    this.#again = false;
    try {
      while ((await this.sendDue()) > 0 && !this.#stopped);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the outbox cannot be read; trying again');
    }
  }

  /** Sends one batch of what is due. @returns how many mails it took */
  async sendDue(): Promise<number> {
    const { db, clock } = this.#options;
    const rows = await claimDueMails(db, {
      owner: this.#owner,
      now: isoNow(clock),
      leasedUntil: isoIn(clock, LEASE_SECONDS),
      limit: BATCH,
    });
    const carrying = await listCarrying(
      db,
      rows.map(({ id }) => id),
    );
    const queue = [...rows];
    const takeOneByOne = async () => {
      for (let row = queue.shift(); row; row = queue.shift()) await this.#sendOne(row, carrying.has(row.id));
    };
    // All of them are waited for even when one fails, so that `stop` leaves none behind.
    const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, takeOneByOne));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return rows.length;
  }

  async #sendOne(row: OutboxRow, hasAttachments: boolean): Promise<void> {
    const { db, transport, from, clock, log } = this.#options;
    const about = { mail: row.id, kind: row.kind, attempt: row.attempts };
    try {
      const attachments = hasAttachments ? await listAttachments(db, row.id) : [];
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
