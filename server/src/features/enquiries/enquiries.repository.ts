import { comparableEmail } from '@atelier/domain/email-address.ts';
import type { EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import type { Search } from '../../core/lists/search.repository.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { keepInsert, type Places } from '../../platform/db/kept-query.ts';
import type { EnquiryRow } from './enquiries.table.ts';

const newEnquiry = keepInsert((db, row: Places<EnquiryRow>) => db.insertInto('enquiries').values(row));

export async function insertEnquiry(trx: Trx, enquiry: EnquiryRow): Promise<void> {
  await newEnquiry.execute(trx, enquiry);
}

export async function lockEnquiry(trx: Trx, id: string): Promise<EnquiryRow | undefined> {
  return trx.selectFrom('enquiries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findEnquiry(db: Db, id: string): Promise<EnquiryRow | undefined> {
  return db.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The existing enquiries among some ids with their rows locked, in the order of their ids. */
export async function lockEnquiries(trx: Trx, ids: readonly string[]): Promise<EnquiryRow[]> {
  return trx.selectFrom('enquiries').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** Deletes an enquiry; its messages, files, notes and to-dos go with it. */
export async function deleteEnquiry(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('enquiries').where('id', '=', id).execute();
}

/** Changes a row that the caller has locked. */
export async function updateEnquiry(
  trx: Trx,
  id: string,
  change: Partial<Pick<EnquiryRow, 'status' | 'invited_at' | 'replied_at' | 'answered_at' | 'updated_at'>>,
): Promise<EnquiryRow> {
  return trx
    .updateTable('enquiries')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first: ids are ordered by time. */
export async function listEnquiries(
  db: Db,
  page: { status: EnquiryStatus | undefined; search: Search | undefined; limit: number; offset: number },
): Promise<EnquiryRow[]> {
  const { status, search } = page;
  if (search?.total === 0) return [];
  let query = db.selectFrom('enquiries').selectAll();
  if (status) query = query.where('status', '=', status);
  if (search) query = query.where(search.finds);
  return query.orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
}

/** The enquiries sent with an address, in any case, oldest first, after an id. */
export async function listEnquiriesFrom(
  db: Db,
  email: string,
  afterId: string | undefined,
  limit: number,
): Promise<EnquiryRow[]> {
  return db
    .selectFrom('enquiries')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', comparableEmail(email)))
    .where('id', '>', afterId ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The newest enquiry sent with an address, in any case, with its row locked. */
export async function lockNewestEnquiryFrom(trx: Trx, email: string): Promise<EnquiryRow | undefined> {
  return trx
    .selectFrom('enquiries')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', comparableEmail(email)))
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** The newest enquiry sent with an address, in any case, whose sender was invited to start a project. */
export async function findNewestInvited(db: Db, email: string): Promise<EnquiryRow | undefined> {
  return db
    .selectFrom('enquiries')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', comparableEmail(email)))
    .where('invited_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether the studio is to hear of gathered enquiries by now. */
export async function isEnquiryNoticeDue(db: Db, now: string): Promise<boolean> {
  const found = await db
    .selectFrom('enquiries')
    .select('id')
    .where('notice_due_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes the enquiries that the studio is to hear of together, the oldest first. */
export async function takeEnquiryNotices(
  trx: Trx,
): Promise<Pick<EnquiryRow, 'id' | 'name' | 'email' | 'subject'>[]> {
  const taken = await trx
    .updateTable('enquiries')
    .set({ notice_due_at: null })
    .where('notice_due_at', 'is not', null)
    .returning(['id', 'name', 'email', 'subject'])
    .execute();
  return taken.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
