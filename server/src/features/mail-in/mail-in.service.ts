import { buffer } from 'node:stream/consumers';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import { AppError, notFound } from '@atelier/domain/errors.ts';
import { canPostByHand, type MailFilter, SHOWN_SOURCE_MAX } from '@atelier/domain/mail-in/rules.ts';
import type { MailSource } from '@atelier/domain/mail-in/schema.ts';
import type { PageQuery } from '@atelier/domain/paging.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { clearBouncedAddress, deleteBouncedBefore } from './bounces.repository.ts';
import {
  countInboundMails,
  deleteInboundMails,
  deleteReplyAddressesOf,
  findInboundMail,
  forgetReplyAddresses,
  listInboundBefore,
  listInboundFrom,
  listInboundMails,
  listInboundOf,
  lockInboundMail,
  markPosted,
  notePoster,
} from './mail-in.repository.ts';
import type { InboundMailRow } from './mail-in.table.ts';
import type { ReadingService } from './reading.service.ts';

export interface MailInDeps extends Pick<Platform, 'db' | 'clock' | 'storage'> {
  reading: Pick<ReadingService, 'postByHand'>;
  keepDays: number;
  /** Forgets by which words answers are told from mails of ours that were written before a time. */
  forgetLines(db: Db, before: string): Promise<void>;
  /** Called in the transaction that changed the list. */
  listChanged(trx: Trx): Promise<void>;
}

const DELETE_BATCH = 200;

/** The studio's list of the mails that arrived. */
export class MailInService {
  readonly #deps: MailInDeps;

  constructor(deps: MailInDeps) {
    this.#deps = deps;
  }

  /** A page of the list, newest first, its total, and how many are in quarantine. */
  async list({ page, limit, state }: PageQuery & { state: MailFilter }) {
    const { db } = this.#deps;
    const wanted = state === 'all' ? undefined : state;
    const [mails, total, quarantined] = await Promise.all([
      listInboundMails(db, { state: wanted, limit, offset: (page - 1) * limit }),
      countInboundMails(db, wanted),
      countInboundMails(db, 'quarantined'),
    ]);
    return { mails, total, quarantined };
  }

  /** The beginning of a whole mail, as text. @throws not_found */
  async readSource(id: string): Promise<MailSource> {
    const { db, storage } = this.#deps;
    const row = await findInboundMail(db, id);
    if (!row) throw notFound();
    const end = Math.min(row.size, SHOWN_SOURCE_MAX);
    const bytes =
      row.size === 0
        ? Buffer.alloc(0)
        : await buffer(await storage.openRead(row.stored_key, { start: 0, end: end - 1 }));
    return {
      source: bytes.toString('utf8').replaceAll('\0', '').toWellFormed(),
      isCut: row.size > SHOWN_SOURCE_MAX,
    };
  }

  /**
   * Posts a quarantined mail on the studio's word, as its author's message that says so. Posting one again changes nothing.
   * @throws not_found, invalid_transition for one that can't be posted; what posting throws
   */
  async post(id: string, studioEmail: string): Promise<InboundMailRow> {
    const { db, clock, reading } = this.#deps;
    const row = await findInboundMail(db, id);
    if (!row) throw notFound();
    if (row.state === 'posted') return row;
    if (!canPostByHand(row)) throw new AppError('invalid_transition', 'This email can’t be posted.');
    // An author's message is added once, however often this is done: the studio's has one author, also where another admin goes on.
    const first = await transaction(db, async (trx) => {
      const locked = await lockInboundMail(trx, id);
      if (!locked) throw notFound();
      if (locked.lease_owner === null) await notePoster(trx, id, studioEmail);
      return locked.lease_owner ?? studioEmail;
    });
    await reading.postByHand(row, [first, studioEmail]);
    return transaction(db, async (trx) => {
      const locked = await lockInboundMail(trx, id);
      if (!locked) throw notFound();
      await markPosted(trx, id, isoNow(clock));
      await this.#deps.listChanged(trx);
      return { ...locked, state: 'posted' as const };
    });
  }

  /** Deletes a mail; a message that it became stays. @throws not_found */
  async delete(id: string): Promise<void> {
    const { db } = this.#deps;
    await transaction(db, async (trx) => {
      if (!(await lockInboundMail(trx, id))) throw notFound();
      await this.#drop(trx, [id]);
      await this.#deps.listChanged(trx);
    });
  }

  /** Deletes mails, and marks of addresses that mails came back from, that were kept long enough. A daily job calls it. */
  async deleteOld(): Promise<void> {
    const { db, clock, keepDays } = this.#deps;
    const before = isoIn(clock, -keepDays * 24 * 3600);
    await deleteBouncedBefore(db, before);
    await this.#deps.forgetLines(db, before);
    for (;;) {
      const ids = await listInboundBefore(db, before, DELETE_BATCH);
      if (ids.length === 0) return;
      await transaction(db, (trx) => this.#drop(trx, ids));
    }
  }

  /** What a project leaves when it is deleted. */
  async projectDeleting(trx: Trx, projectId: string): Promise<void> {
    await this.#drop(trx, await listInboundOf(trx, projectId));
    await deleteReplyAddressesOf(trx, projectId);
  }

  /** Deletes the mails of a deleted account, the addresses that it answered at, and what is known of its own address. */
  async forgetPerson(trx: Trx, { accountId, email }: { accountId: string; email: string }): Promise<void> {
    await clearBouncedAddress(trx, comparableEmail(email));
    await this.#drop(trx, await forgetReplyAddresses(trx, 'account_id', accountId));
  }

  /** What an enquiry leaves when it is deleted. */
  async enquiryDeleting(trx: Trx, enquiryId: string): Promise<void> {
    await this.#drop(trx, await forgetReplyAddresses(trx, 'subject_id', enquiryId));
  }

  /** Every mail from an address that became a message, oldest first. */
  readFrom(email: string): AsyncGenerator<InboundMailRow> {
    return readInPages<InboundMailRow>((after, limit) =>
      listInboundFrom(this.#deps.db, email, after?.id, limit),
    );
  }

  async #drop(trx: Trx, ids: readonly string[]): Promise<void> {
    await this.#deps.storage.drop(trx, await deleteInboundMails(trx, ids));
  }
}
