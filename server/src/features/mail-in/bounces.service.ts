import { comparableEmail } from '@atelier/domain/email-address.ts';
import { notFound } from '@atelier/domain/errors.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { readDeliveryFailure } from '../../platform/mail-in/delivery-report.ts';
import type { IncomingMail } from '../../platform/mail-in/parse-mail.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  clearBouncedAddress,
  countBouncedAddresses,
  deleteBouncedAddress,
  insertBouncedAddress,
  listBouncedAddresses,
} from './bounces.repository.ts';
import type { BouncedAddressRow } from './mail-in.table.ts';

export interface BouncesDeps extends Pick<Platform, 'db' | 'clock'> {
  /** Right side of the Message-IDs of our own mails. */
  ownHost: string;
  /** A mail of ours that left, by its id. */
  findSentMail(db: Db, id: string): Promise<{ recipient: string; subject: string } | undefined>;
  /** Called in the transaction that marks an address. */
  addressBounced(trx: Trx, bounced: BouncedAddressRow): Promise<void>;
  /** Called in the transaction that changed the list. */
  listChanged(trx: Trx): Promise<void>;
}

/** A mail of ours that came back. */
export interface Bounced {
  email: string;
  subject: string;
  report: string;
}

const SHOWN = 100;
const MAX_IDS = 10;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The addresses that emails of ours came back from. A report is believed if it names a mail of ours, whose id only its recipient and the
 * servers on its way know, or if it came to the address for one person's answers and is about that person; and it says something about
 * that recipient alone.
 */
export class BouncesService {
  readonly #deps: BouncesDeps;

  constructor(deps: BouncesDeps) {
    this.#deps = deps;
  }

  /**
   * The mail of ours that a report is about; undefined for one about another, or about none that failed.
   * @param answeredBy who has the address that it came to, which nobody else knows; undefined where there is none
   */
  async find(
    mail: Pick<IncomingMail, 'report' | 'text' | 'headers'>,
    answeredBy: string | undefined,
  ): Promise<Bounced | undefined> {
    const { db, ownHost, findSentMail } = this.#deps;
    const failure = readDeliveryFailure(mail);
    if (!failure) return undefined;
    for (const messageId of failure.messageIds.slice(0, MAX_IDS)) {
      const [id = '', host] = messageId.toLowerCase().split('@');
      const isOurs = ID.test(id) && (host === undefined || host === ownHost.toLowerCase());
      const sent = isOurs ? await findSentMail(db, id) : undefined;
      if (sent)
        return { email: comparableEmail(sent.recipient), subject: sent.subject, report: failure.diagnosis };
    }
    // A service on the way may leave nothing of ours in the mail but whom it was for.
    const person = answeredBy === undefined ? undefined : comparableEmail(answeredBy);
    return person !== undefined && failure.recipients.includes(person)
      ? { email: person, subject: 'An email', report: failure.diagnosis }
      : undefined;
  }

  /** Marks the address; one that is marked stays as it is, and nobody is mailed about it again. */
  async mark(trx: Trx, bounced: Bounced): Promise<void> {
    const row = { id: newId(), ...bounced, bounced_at: isoNow(this.#deps.clock) };
    if (await insertBouncedAddress(trx, row)) await this.#deps.addressBounced(trx, row);
  }

  /** Removes the mark of an address that has shown to work. */
  async clear(trx: Trx, email: string): Promise<void> {
    await clearBouncedAddress(trx, comparableEmail(email));
  }

  /** The marked addresses, newest first, as many as fit on a screen, and how many there are. */
  async list() {
    const { db } = this.#deps;
    const [items, total] = await Promise.all([listBouncedAddresses(db, SHOWN), countBouncedAddresses(db)]);
    return { items, total };
  }

  /** Removes a mark by hand. @throws not_found */
  async remove(id: string): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      if (!(await deleteBouncedAddress(trx, id))) throw notFound();
      await this.#deps.listChanged(trx);
    });
  }
}
