import { type Clock, isoIn, isoNow, latestMeant } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import { describeError, type Log } from '../log.ts';
import { kindOf, Repeats } from '../repeats.ts';
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
  /** Where reports about mails go that can't be delivered; the sender's address unless given. */
  reportsTo?: (() => string | undefined) | undefined;
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
/**
 * With these pauses a mail is given up about three days after the first attempt. Later mails to the same recipient can
 * bring attempts forward, so that their number alone doesn't say.
 */
const MAX_ATTEMPTS = 20;
const GIVEN_UP_AFTER_SECONDS = 60 * 3600;
/**
 * So long after it was written a mail that can't be sent goes before later ones to its recipient: mails keep their order
 * over an outage, and one that a server never takes doesn't hold back all others for days.
 */
const HELD_SECONDS = 2 * 3600;

/**
 * Sends what is in the outbox: at least once each, with the same Message-ID. Any number of processes may
 * run one.
 */
export class OutboxWorker {
  readonly #options: OutboxWorkerOptions;
  readonly #lanes = new Set<Promise<void>>();
  readonly #repeats = new Repeats();
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

  /** Sends everything that is due, `atOnce` mails at a time; one at a time keeps the order. @returns how many mails it took */
  async sendDue(atOnce = MAILS_AT_ONCE): Promise<number> {
    let count = 0;
    const lane = async () => {
      for (let row = await this.#claim(); row; row = await this.#claim()) {
        count += 1;
        await this.#sendOne(row);
      }
    };
    const results = await Promise.allSettled(Array.from({ length: atOnce }, lane));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return count;
  }

  /** Opens a lane if there is room: it sends mails one by one until none is due. */
  #openLane(): void {
    if (this.#stopped || this.#lanes.size >= MAILS_AT_ONCE) return;
    const lane = this.#runLane()
      .catch((error: unknown) => {
        const repeated = this.#repeats.note(kindOf(error));
        if (repeated) {
          this.#options.log.warn({ err: error, ...repeated }, 'the outbox cannot be read; trying again');
        }
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
    return claimDueMail(db, () => ({
      owner: newId(),
      now: isoNow(clock),
      leasedUntil: isoIn(clock, LEASE_SECONDS),
      latestWritten: latestMeant(clock, 0),
      latestLease: latestMeant(clock, LEASE_SECONDS),
      latestPause: latestMeant(clock, LONGEST_PAUSE_SECONDS),
      heldSince: isoIn(clock, -HELD_SECONDS),
    }));
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
        reportsTo: this.#options.reportsTo?.(),
        isNotice: row.is_notice === 1,
        ownId: row.id,
        replyTo: row.reply_to ? { address: row.reply_to } : undefined,
        subject: row.subject,
        text: row.text_body,
        html: row.html_body,
        ...(row.answers ? { answers: row.answers.split(' ') } : {}),
        ...(row.unsubscribe_url ? { unsubscribeUrl: row.unsubscribe_url } : {}),
        ...(attachments.length > 0 ? { attachments } : {}),
      });
    } catch (error) {
      const reason = describeFailure(error);
      const age = (clock.now().getTime() - Date.parse(row.created_at)) / 1000;
      const isGivenUp = row.attempts >= MAX_ATTEMPTS && age >= GIVEN_UP_AFTER_SECONDS;
      if (error instanceof MailRejectedError || isGivenUp) {
        await markFailed(db, row, isoNow(clock), reason);
        log.error({ ...about, err: error }, 'a mail could not be sent and was given up');
      } else {
        await markDeferred(db, row, {
          now: isoNow(clock),
          dueAt: isoIn(clock, pauseAfter(row.attempts, age)),
          error: reason,
          heldSince: isoIn(clock, -HELD_SECONDS),
        });
        log.warn({ ...about, err: error }, 'a mail could not be sent; it will be tried again');
      }
      return;
    }
    await markSent(db, row, isoNow(clock));
    log.info(about, 'a mail was sent');
  }
}

/**
 * Seconds to wait after the given number of attempts with a mail that was written `age` seconds ago: never longer than it has
 * waited already.
 */
export function pauseAfter(attempts: number, age: number): number {
  const longest = Math.min(LONGEST_PAUSE_SECONDS, Math.max(FIRST_PAUSE_SECONDS, age));
  return Math.min(longest, FIRST_PAUSE_SECONDS * 2 ** (attempts - 1));
}

function describeFailure(error: unknown): string {
  return describeError(error instanceof MailRejectedError ? error.cause : error);
}
