import { type CreateEnquiry, ENQUIRY_STATUSES, type EnquiryStatus } from '@atelier/domain/contact.ts';
import { AppError } from '@atelier/domain/errors.ts';
import type { PageQuery } from '@atelier/domain/paging.ts';
import { adjustListCounts, readListCount } from '../../core/lists/list-counts.ts';
import { countSearch } from '../../core/lists/search.ts';
import { searchText } from '../../core/lists/search-text.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  insertEnquiry,
  listEnquiries,
  listEnquiriesFrom,
  lockEnquiry,
  updateEnquiryStatus,
} from './enquiries.repository.ts';
import type { EnquiryRow } from './enquiries.table.ts';

export interface ContactDeps extends Pick<Platform, 'db' | 'clock'> {
  /** Told within the transaction that keeps an enquiry. */
  enquiryReceived(trx: Trx, enquiry: EnquiryRow): Promise<void>;
}

export interface EnquiryQuery extends PageQuery {
  q?: string | undefined;
  status?: EnquiryStatus | undefined;
}

/** Visitors' enquiries and the studio's inbox. */
export class ContactService {
  readonly #deps: ContactDeps;

  constructor(deps: ContactDeps) {
    this.#deps = deps;
  }

  /** Keeps an enquiry. What a robot sent, who alone fills the honeypot, is dropped without a word. */
  async receive(sent: CreateEnquiry, client: ClientFacts): Promise<void> {
    if (sent.botfield !== '') return;
    const { db, clock } = this.#deps;
    const now = isoNow(clock);
    const enquiry: EnquiryRow = {
      id: newId(),
      name: sent.name,
      email: sent.email,
      phone: sent.phone,
      message: sent.message,
      source: sent.source,
      status: 'new',
      ip: client.address,
      user_agent: client.userAgent ?? '',
      referer: client.referer ?? '',
      search_text: searchText(sent.name, sent.email, sent.message),
      created_at: now,
      updated_at: now,
    };
    await transaction(db, async (trx) => {
      await insertEnquiry(trx, enquiry);
      await this.#deps.enquiryReceived(trx, enquiry);
      await adjustListCounts(trx, { 'enquiries.new': 1 });
    });
  }

  /** The inbox, newest first, with how many there are (of a search: up to the cap). */
  async listEnquiries({ page, limit, status, q = '' }: EnquiryQuery) {
    const { db } = this.#deps;
    const statuses = status ? [status] : ENQUIRY_STATUSES;
    const counts = statuses.map((each) => `enquiries.${each}` as const);
    const search = q === '' ? undefined : await countSearch(db, { list: 'enquiries', asked: q, status });
    const total = search ? search.total : await readListCount(db, counts);
    const enquiries = await listEnquiries(db, { status, search, limit, offset: (page - 1) * limit });
    return { enquiries, total };
  }

  /** Every enquiry that was sent with an address, oldest first, read as it is asked for. */
  readSentFrom(email: string): AsyncGenerator<EnquiryRow> {
    return readInPages<EnquiryRow>((after, limit) =>
      listEnquiriesFrom(this.#deps.db, email, after?.id, limit),
    );
  }

  /** The same status again changes nothing. Throws not_found for an id that no enquiry has. */
  async setStatus(id: string, status: EnquiryStatus): Promise<EnquiryRow> {
    const { db, clock } = this.#deps;
    return transaction(db, async (trx) => {
      const enquiry = await lockEnquiry(trx, id);
      if (!enquiry) throw new AppError('not_found', 'Not found.');
      if (enquiry.status === status) return enquiry;
      const changed = await updateEnquiryStatus(trx, id, status, isoNow(clock));
      await adjustListCounts(trx, { [`enquiries.${enquiry.status}`]: -1, [`enquiries.${status}`]: 1 });
      return changed;
    });
  }
}
