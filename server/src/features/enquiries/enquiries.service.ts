import { ENQUIRY_STATUSES, type EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import type { CreateEnquiry } from '@atelier/domain/enquiries/schema.ts';
import { notFound } from '@atelier/domain/errors.ts';
import type { PageQuery } from '@atelier/domain/paging.ts';
import type { MailPorts } from '../../core/feature.ts';
import { GATHERED_AFTER_SECONDS, isStudioFull } from '../../core/gathered-notices.ts';
import { adjustListCounts, readListCount } from '../../core/lists/list-counts.repository.ts';
import { countSearch, searchText } from '../../core/lists/search.repository.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { announceEnquiry, announceGathered, inviteEnquirer } from './enquiries.mails.ts';
import {
  deleteEnquiry,
  findEnquiry,
  insertEnquiry,
  isEnquiryNoticeDue,
  listEnquiries,
  listEnquiriesFrom,
  lockEnquiries,
  lockEnquiry,
  lockNewestEnquiryFrom,
  takeEnquiryNotices,
  updateEnquiry,
} from './enquiries.repository.ts';
import type { EnquiryRow } from './enquiries.table.ts';
import type { EnquiryFilesService } from './enquiry-files.service.ts';

export interface EnquiriesDeps extends Pick<Platform, 'db' | 'clock'> {
  mails: MailPorts;
  /** Called in the transaction that stores an enquiry. */
  enquiryReceived(trx: Trx): Promise<void>;
  /** Called in the transaction that deletes an enquiry, before it is gone. */
  enquiryDeleting(trx: Trx, enquiryId: string): Promise<void>;
  files: Pick<EnquiryFilesService, 'dropAll'>;
}

export interface EnquiryQuery extends PageQuery {
  q?: string | undefined;
  status?: EnquiryStatus | undefined;
}

/** Visitors' enquiries and the studio's inbox. */
export class EnquiriesService {
  readonly #deps: EnquiriesDeps;

  constructor(deps: EnquiriesDeps) {
    this.#deps = deps;
  }

  /**
   * Stores an enquiry. One with a filled honeypot comes from a bot and is silently dropped. While the studio gets many, it hears of
   * further ones in one mail.
   */
  async receive(sent: CreateEnquiry, client: ClientFacts): Promise<void> {
    if (sent.botfield !== '') return;
    const { db, mails, clock } = this.#deps;
    const enquiry = this.#newRow(sent, client);
    await transaction(db, async (trx) => {
      const isFull = await isStudioFull(mails, trx, 'contact.enquiry');
      const notice_due_at = isFull ? isoIn(clock, GATHERED_AFTER_SECONDS) : null;
      await this.#store(trx, { ...enquiry, notice_due_at });
      if (!isFull) await announceEnquiry(mails, trx, enquiry);
    });
  }

  /** Writes to the studio of the enquiries that were gathered, in one mail. A recurring job calls it. */
  async tellGathered(): Promise<void> {
    const { db, mails, clock } = this.#deps;
    if (!(await isEnquiryNoticeDue(db, isoNow(clock)))) return;
    await transaction(db, async (trx) => announceGathered(mails, trx, await takeEnquiryNotices(trx)));
  }

  /**
   * The enquiry that a call belongs to: the newest one from its address, or a new one with these words. Sends no mail: the
   * call has its own.
   */
  async findOrReceive(
    trx: Trx,
    sent: Omit<CreateEnquiry, 'botfield'>,
    client: ClientFacts,
  ): Promise<EnquiryRow> {
    const found = await lockNewestEnquiryFrom(trx, sent.email);
    if (found) return found;
    const enquiry = this.#newRow(sent, client);
    await this.#store(trx, enquiry);
    return enquiry;
  }

  #newRow(sent: Omit<CreateEnquiry, 'botfield'>, client: ClientFacts): EnquiryRow {
    const now = isoNow(this.#deps.clock);
    return {
      id: newId(),
      name: sent.name,
      email: sent.email,
      phone: sent.phone,
      subject: sent.subject,
      message: sent.message,
      source: sent.source,
      status: 'new',
      ip: client.address,
      user_agent: client.userAgent ?? '',
      referer: client.referer ?? '',
      invited_at: null,
      replied_at: null,
      answered_at: null,
      notice_due_at: null,
      search_text: searchText(sent.name, sent.email, sent.subject, sent.message),
      created_at: now,
      updated_at: now,
    };
  }

  async #store(trx: Trx, enquiry: EnquiryRow): Promise<void> {
    await insertEnquiry(trx, enquiry);
    await this.#deps.enquiryReceived(trx);
    adjustListCounts(trx, { 'enquiries.new': 1 });
  }

  /** The inbox, newest first, and its total (for a search: up to the cap). */
  async listEnquiries({ page, limit, status, q = '' }: EnquiryQuery) {
    const { db } = this.#deps;
    const statuses = status ? [status] : ENQUIRY_STATUSES;
    const counts = statuses.map((each) => `enquiries.${each}` as const);
    const search = q === '' ? undefined : await countSearch(db, { list: 'enquiries', asked: q, status });
    const total = search ? search.total : await readListCount(db, counts);
    const enquiries = await listEnquiries(db, { status, search, limit, offset: (page - 1) * limit });
    return { enquiries, total };
  }

  /** Every enquiry sent with an address, oldest first, read in batches as the caller iterates. */
  readSentFrom(email: string): AsyncGenerator<EnquiryRow> {
    return readInPages<EnquiryRow>((after, limit) =>
      listEnquiriesFrom(this.#deps.db, email, after?.id, limit),
    );
  }

  /** Throws not_found for an unknown id. */
  async getEnquiry(id: string): Promise<EnquiryRow> {
    const enquiry = await findEnquiry(this.#deps.db, id);
    if (!enquiry) throw notFound();
    return enquiry;
  }

  /** Setting the same status again changes nothing. Throws not_found for an unknown id. */
  async setStatus(id: string, status: EnquiryStatus): Promise<EnquiryRow> {
    const [enquiry] = await this.setStatuses([id], status);
    if (!enquiry) throw notFound();
    return enquiry;
  }

  /** Marks the existing ones of some enquiries; returns them all, including the unchanged. */
  async setStatuses(ids: readonly string[], status: EnquiryStatus): Promise<EnquiryRow[]> {
    return transaction(this.#deps.db, async (trx) => {
      const enquiries: EnquiryRow[] = [];
      const moved = { new: 0, read: 0, archived: 0 };
      for (const enquiry of await lockEnquiries(trx, ids)) {
        enquiries.push(await this.#move(trx, enquiry, status));
        moved[enquiry.status] -= 1;
        moved[status] += 1;
      }
      adjustListCounts(trx, {
        'enquiries.new': moved.new,
        'enquiries.read': moved.read,
        'enquiries.archived': moved.archived,
      });
      return enquiries;
    });
  }

  /** Invites the sender by mail to start a project; the enquiry counts as read. Throws not_found. */
  async invite(id: string, note: string): Promise<EnquiryRow> {
    const { db, clock, mails } = this.#deps;
    return transaction(db, async (trx) => {
      const enquiry = await lockEnquiry(trx, id);
      if (!enquiry) throw notFound();
      await inviteEnquirer(mails, trx, enquiry, note);
      const isNew = enquiry.status === 'new';
      const invited = await updateEnquiry(trx, id, {
        ...(isNew ? { status: 'read' as const } : {}),
        invited_at: isoNow(clock),
        updated_at: isoNow(clock),
      });
      if (isNew) adjustListCounts(trx, { 'enquiries.new': -1, 'enquiries.read': 1 });
      return invited;
    });
  }

  /** Deletes an enquiry with all that was written, attached and noted about it. Throws not_found. */
  async delete(id: string): Promise<void> {
    const { db, files, enquiryDeleting } = this.#deps;
    await transaction(db, async (trx) => {
      const enquiry = await lockEnquiry(trx, id);
      if (!enquiry) throw notFound();
      await files.dropAll(trx, id);
      await enquiryDeleting(trx, id);
      await deleteEnquiry(trx, id);
      adjustListCounts(trx, { [`enquiries.${enquiry.status}`]: -1 });
    });
  }

  async #move(trx: Trx, enquiry: EnquiryRow, status: EnquiryStatus): Promise<EnquiryRow> {
    if (enquiry.status === status) return enquiry;
    return updateEnquiry(trx, enquiry.id, { status, updated_at: isoNow(this.#deps.clock) });
  }
}
