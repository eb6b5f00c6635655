import { createHash } from 'node:crypto';
import { AppError } from '@atelier/domain/errors.ts';
import { isoNow } from '../../platform/clock.ts';
import { storageFault } from '../../platform/db/errors.ts';
import {
  type MailboxLocation,
  type MailboxMail,
  mailboxName,
  type Visited,
  visitMailbox,
} from '../../platform/mail-in/imap-mailbox.ts';
import { MailboxError, type MailboxState } from '../../platform/mail-in/mailbox-position.ts';
import type { Platform } from '../../platform/platform.ts';
import { kindOf, Repeats } from '../../platform/repeats.ts';
import type { IntakeService } from './intake.service.ts';
import {
  clearMailboxFault,
  findMailboxState,
  saveMailboxFault,
  saveMailboxPosition,
} from './mailbox-positions.repository.ts';
import type { ReplyAddresses } from './reply-addresses.ts';

export interface MailboxDeps extends Pick<Platform, 'db' | 'clock' | 'log'> {
  location: MailboxLocation;
  addresses: ReplyAddresses;
  intake: Pick<IntakeService, 'store'>;
  /** Of one mail, in bytes. */
  maxBytes: number;
  /** Right side of the Message-IDs of our own mails. */
  ownHost: string;
}

/** Mails in one visit; the next one goes on. */
const BATCH = 200;
/** How far a visit looks back where nothing says up to where the folder was read. */
const LOOK_BACK_MS = 14 * 24 * 3_600_000;
/** One mail answers in so many places at most. */
const MAX_PLACES = 5;

/** Takes the answers out of a mailbox that the owner may use for other mails, too: those stay as they are. */
export class MailboxService {
  readonly #deps: MailboxDeps;
  readonly #repeats = new Repeats();

  constructor(deps: MailboxDeps) {
    this.#deps = deps;
  }

  /**
   * Stores the answers that arrived since the last visit. A job calls it; why a mailbox can't be read is kept for the owner, until it can.
   * @throws what our own database does
   */
  async poll(): Promise<void> {
    const { db, clock, location, maxBytes } = this.#deps;
    const mailbox = mailboxName(location);
    const state = await findMailboxState(db, mailbox);
    const limited = new Set<string | null>();
    try {
      await visitMailbox(location, {
        clock,
        from: state?.position,
        since: lookBack(state, clock.now()),
        limit: BATCH,
        maxBytes,
        visit: (mail) => this.#take(mail, limited),
        reached: (position) => saveMailboxPosition(db, mailbox, position),
      });
    } catch (error) {
      const fault = error instanceof MailboxError ? error : new MailboxError('store', error);
      this.#warn(fault);
      await saveMailboxFault(db, mailbox, {
        step: fault.step,
        message: fault.message,
        since: state?.fault?.since ?? isoNow(clock),
      });
      return;
    }
    if (state?.fault) await clearMailboxFault(db, mailbox);
  }

  #warn(error: MailboxError): void {
    const { log, location } = this.#deps;
    const repeated = this.#repeats.note(`${error.step} ${kindOf(error.cause)}`);
    const facts = { err: error.cause, host: location.host, step: error.step, ...repeated };
    if (repeated) log.warn(facts, 'the mailbox with answers can’t be read');
  }

  /** @param limited the places that have had enough answers for now */
  async #take(mail: MailboxMail, limited: Set<string | null>): Promise<Visited> {
    const { addresses, maxBytes, ownHost } = this.#deps;
    const parsed = [...new Set(mail.recipients.flatMap((address) => addresses.parse(address) ?? []))];
    if (parsed.length === 0 && !mail.isReport) return 'left';
    const places = parsed.length === 0 ? [null] : parsed.slice(0, MAX_PLACES);
    if (places.some((place) => limited.has(place))) return 'later';
    if (mail.size > maxBytes) {
      if (parsed.length === 0) return 'left';
      throw new Error('it is larger than MAIL_IN_MAX_MB');
    }
    const raw = await mail.read();
    // One that has gone meanwhile isn't found by the next visit.
    if (!raw || raw.length > maxBytes) throw new Error('the mail server doesn’t give it out as it lists it');
    // A report about a mail of the owner's own is nothing of ours.
    if (parsed.length === 0 && !raw.includes(`@${ownHost}>`)) return 'left';
    for (const place of places) {
      try {
        await this.#store(raw, place);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
        limited.add(place);
        return 'later';
      }
    }
    return 'taken';
  }

  async #store(raw: Buffer, place: string | null): Promise<void> {
    try {
      await this.#deps.intake.store({
        bytes: [raw],
        replyAddressId: place,
        envelopeFrom: '',
        source: 'imap',
        // By what it is, not by its number: a folder that was made again has other numbers.
        source_key: createHash('sha256').update(`${place}\n`).update(raw).digest('hex'),
        peer_address: '',
        peer_name: '',
      });
    } catch (error) {
      throw isOwnFault(error) ? new MailboxError('store', error) : error;
    }
  }
}

/**
 * From when on mails are looked for in a folder whose numbers say nothing: some days before the mailbox was last in order, and before
 * each mail that waits arrived.
 */
function lookBack(state: MailboxState | undefined, now: Date): Date {
  const moments = [
    ...(state?.fault ? [state.fault.since] : []),
    ...(state?.position.waiting ?? []).map(({ arrivedAt }) => arrivedAt),
  ];
  return new Date(Math.min(now.getTime(), ...moments.map((moment) => Date.parse(moment))) - LOOK_BACK_MS);
}

/** Whether our own database or files are why a mail can't be stored. */
const isOwnFault = (error: unknown) =>
  storageFault(error) !== undefined || (error instanceof AppError && OWN_FAULTS.includes(error.code));
const OWN_FAULTS: readonly string[] = ['insufficient_storage', 'unavailable'];
