import type { Db, Trx } from '../../platform/db/database.ts';
import type { EnquiryMessageRow } from './enquiries.table.ts';

export async function insertEnquiryMessage(trx: Trx, row: EnquiryMessageRow): Promise<void> {
  await trx.insertInto('enquiry_messages').values(row).execute();
}

/** What was written in an enquiry since it arrived, oldest first. */
export async function listEnquiryMessages(db: Db, enquiryId: string): Promise<EnquiryMessageRow[]> {
  return db
    .selectFrom('enquiry_messages')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .orderBy('id')
    .execute();
}

/** The newest answer of the visitor's in an enquiry. */
export async function findNewestAnswer(db: Db, enquiryId: string): Promise<EnquiryMessageRow | undefined> {
  return db
    .selectFrom('enquiry_messages')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .where('side', '=', 'visitor')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The one of an enquiry with a key. */
export async function findEnquiryMessageByKey(
  db: Db,
  enquiryId: string,
  key: string,
): Promise<EnquiryMessageRow | undefined> {
  return db
    .selectFrom('enquiry_messages')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .where('client_key', '=', key)
    .executeTakeFirst();
}
