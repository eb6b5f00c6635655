import type { Db, Trx } from '../../platform/db/database.ts';
import { totalSize } from '../../platform/storage/stored-files.repository.ts';
import type { MessageFileRow } from './messages.table.ts';

/** The files of some messages, in their places. */
export async function listFilesOf(db: Db, messageIds: readonly string[]): Promise<MessageFileRow[]> {
  if (messageIds.length === 0) return [];
  return db
    .selectFrom('message_files')
    .selectAll()
    .where('message_id', 'in', messageIds)
    .orderBy('message_id')
    .orderBy('position')
    .execute();
}

/** The file for a project's messages that this account sent with a key. */
export async function findMessageFileByKey(
  db: Db,
  { projectId, accountId, key }: { projectId: string; accountId: string; key: string },
): Promise<MessageFileRow | undefined> {
  return db
    .selectFrom('message_files')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .where('client_key', '=', key)
    .executeTakeFirst();
}

/** Some files that no message of the project has yet. */
export async function listUnsentFiles(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<MessageFileRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('message_files')
    .selectAll()
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .where('message_id', 'is', null)
    .execute();
}

export async function insertMessageFile(trx: Trx, row: MessageFileRow): Promise<void> {
  await trx.insertInto('message_files').values(row).execute();
}

/** Gives an unsent file to a message. Returns whether it was still there. */
export async function giveToMessage(
  trx: Trx,
  fileId: string,
  { messageId, position }: { messageId: string; position: number },
): Promise<boolean> {
  const result = await trx
    .updateTable('message_files')
    .set({ message_id: messageId, position })
    .where('id', '=', fileId)
    .where('message_id', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes files by their ids. */
export async function deleteMessageFiles(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('message_files').where('id', 'in', ids).execute();
}

/** Deletes unsent files that arrived before a time, and returns the keys of their bytes. */
export async function deleteUnsentBefore(trx: Trx, time: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('message_files')
    .where('message_id', 'is', null)
    .where('created_at', '<', time)
    .returning('stored_key')
    .execute();
  return rows.map((row) => row.stored_key);
}

/** Deletes an account's unsent files, and returns the keys of their bytes. */
export async function deleteUnsentOf(trx: Trx, accountId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('message_files')
    .where('account_id', '=', accountId)
    .where('message_id', 'is', null)
    .returning('stored_key')
    .execute();
  return rows.map((row) => row.stored_key);
}

/** The keys of the bytes of a project's message files. */
export async function listMessageFileKeys(trx: Trx, projectId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('message_files')
    .select('stored_key')
    .where('project_id', '=', projectId)
    .execute();
  return rows.map((row) => row.stored_key);
}

/** The total size and number of a project's message files. */
export async function measureMessageFiles(
  db: Db,
  projectId: string,
): Promise<{ bytes: number; count: number }> {
  return db
    .selectFrom('message_files')
    .select((eb) => [totalSize.as('bytes'), eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
}

/** The bytes of the message files that a client has sent to all projects. */
export async function measureMessageFilesOf(db: Db, accountId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('message_files')
    .select(totalSize.as('bytes'))
    .where('account_id', '=', accountId)
    .where('side', '=', 'client')
    .executeTakeFirstOrThrow();
  return bytes;
}
