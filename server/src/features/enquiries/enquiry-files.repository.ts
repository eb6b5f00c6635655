import type { Db, Trx } from '../../platform/db/database.ts';
import { totalSize } from '../../platform/storage/stored-files.repository.ts';
import type { EnquiryFileRow } from './enquiries.table.ts';

export async function insertEnquiryFile(trx: Trx, row: EnquiryFileRow): Promise<void> {
  await trx.insertInto('enquiry_files').values(row).execute();
}

/** Every file of an enquiry, those that wait for their reply included, in their places. */
export async function listEnquiryFiles(db: Db, enquiryId: string): Promise<EnquiryFileRow[]> {
  return db
    .selectFrom('enquiry_files')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** The file of an enquiry that this account sent with a key; the visitor's are under an empty account. */
export async function findEnquiryFileByKey(
  db: Db,
  { enquiryId, accountId, key }: { enquiryId: string; accountId: string; key: string },
): Promise<EnquiryFileRow | undefined> {
  return db
    .selectFrom('enquiry_files')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .where('account_id', '=', accountId)
    .where('client_key', '=', key)
    .executeTakeFirst();
}

/** The total size of an enquiry's files, in bytes. */
export async function measureEnquiryFiles(db: Db, enquiryId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('enquiry_files')
    .select(totalSize.as('bytes'))
    .where('enquiry_id', '=', enquiryId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Gives a waiting file to its message. @returns whether it was still there */
export async function giveToEnquiryMessage(
  trx: Trx,
  fileId: string,
  { messageId, position }: { messageId: string; position: number },
): Promise<boolean> {
  const result = await trx
    .updateTable('enquiry_files')
    .set({ message_id: messageId, position })
    .where('id', '=', fileId)
    .where('message_id', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteEnquiryFile(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('enquiry_files').where('id', '=', id).execute();
}

/** Deletes files that wait since before a time, and returns the keys of their bytes. */
export async function deleteWaitingFilesBefore(trx: Trx, time: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('enquiry_files')
    .where('message_id', 'is', null)
    .where('created_at', '<', time)
    .returning('stored_key')
    .execute();
  return rows.map((row) => row.stored_key);
}
