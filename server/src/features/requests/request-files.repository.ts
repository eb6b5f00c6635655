import type { Db, Trx } from '../../platform/db/database.ts';
import { totalSize } from '../../platform/storage/stored-files.repository.ts';
import type { RequestFileRow } from './requests.table.ts';

/** The files of some answers, in their places. */
export async function listFilesOfAnswers(db: Db, answerIds: readonly string[]): Promise<RequestFileRow[]> {
  if (answerIds.length === 0) return [];
  return db
    .selectFrom('request_files')
    .selectAll()
    .where('answer_id', 'in', answerIds)
    .orderBy('answer_id')
    .orderBy('position')
    .execute();
}

/** The file for a request that this account sent with a key. */
export async function findRequestFileByKey(
  db: Db,
  { requestId, accountId, key }: { requestId: string; accountId: string; key: string },
): Promise<RequestFileRow | undefined> {
  return db
    .selectFrom('request_files')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('account_id', '=', accountId)
    .where('client_key', '=', key)
    .executeTakeFirst();
}

/** An account's files in a project that no answer has yet, oldest first. */
export async function listUnsentAnswerFiles(
  db: Db,
  projectId: string,
  accountId: string,
): Promise<RequestFileRow[]> {
  return db
    .selectFrom('request_files')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('answer_id', 'is', null)
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
}

export async function insertRequestFile(trx: Trx, row: RequestFileRow): Promise<void> {
  await trx.insertInto('request_files').values(row).execute();
}

/** Gives an unsent file to an answer. Returns whether it was still there. */
export async function giveToAnswer(
  trx: Trx,
  fileId: string,
  { answerId, position }: { answerId: string; position: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('request_files')
    .set({ answer_id: answerId, position })
    .where('id', '=', fileId)
    .where('answer_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteRequestFile(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('request_files').where('id', '=', id).execute();
}

/** Deletes unsent files that arrived before a time, and returns the keys of their bytes. */
export async function deleteUnsentAnswerFilesBefore(trx: Trx, time: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('request_files')
    .where('answer_id', 'is', null)
    .where('created_at', '<', time)
    .returning('stored_key')
    .execute();
  return rows.map((row) => row.stored_key);
}

/** Deletes an account's unsent files, and returns the keys of their bytes. */
export async function deleteUnsentAnswerFilesOf(trx: Trx, accountId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('request_files')
    .where('account_id', '=', accountId)
    .where('answer_id', 'is', null)
    .returning('stored_key')
    .execute();
  return rows.map((row) => row.stored_key);
}

/** The keys of the bytes of a project's files for requests. */
export async function listRequestFileKeys(trx: Trx, projectId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('request_files')
    .select('stored_key')
    .where('project_id', '=', projectId)
    .execute();
  return rows.map((row) => row.stored_key);
}

/** The total size and number of a project's files for requests. */
export async function measureRequestFiles(
  db: Db,
  projectId: string,
): Promise<{ bytes: number; count: number }> {
  return db
    .selectFrom('request_files')
    .select((eb) => [totalSize.as('bytes'), eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
}

/** The bytes of the files that an account has sent for the requests of all projects. */
export async function measureRequestFilesOf(db: Db, accountId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('request_files')
    .select(totalSize.as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return bytes;
}
