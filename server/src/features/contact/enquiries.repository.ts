import type { EnquiryStatus } from '@atelier/domain/contact.ts';
import { SEARCH_TOTAL_CAP } from '@atelier/domain/paging.ts';
import { containsSearch } from '../../core/lists/search-text.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { EnquiryRow } from './enquiries.table.ts';

export interface EnquiryFilter {
  status: EnquiryStatus | undefined;
  search: string;
}

export async function insertEnquiry(trx: Trx, enquiry: EnquiryRow): Promise<void> {
  await trx.insertInto('enquiries').values(enquiry).execute();
}

export async function lockEnquiry(trx: Trx, id: string): Promise<EnquiryRow | undefined> {
  return trx.selectFrom('enquiries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Changes a row that the caller has locked. */
export async function updateEnquiryStatus(
  trx: Trx,
  id: string,
  status: EnquiryStatus,
  now: string,
): Promise<EnquiryRow> {
  return trx
    .updateTable('enquiries')
    .set({ status, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first: ids are ordered by time. */
export async function listEnquiries(
  db: Db,
  page: EnquiryFilter & { limit: number; offset: number },
): Promise<EnquiryRow[]> {
  return filtered(db, page).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
}

/** How many enquiries a search finds, up to the cap. */
export async function countEnquiriesFound(db: Db, filter: EnquiryFilter): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, filter).select('enquiries.id').limit(SEARCH_TOTAL_CAP).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function filtered(db: Db, { status, search }: EnquiryFilter) {
  let query = db.selectFrom('enquiries');
  if (status) query = query.where('status', '=', status);
  if (search !== '') query = query.where((eb) => containsSearch(eb.ref('enquiries.search_text'), search));
  return query;
}
