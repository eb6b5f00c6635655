import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { Insertable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { keepInsert, keepQuery, type Places, type Slots } from '../../platform/db/kept-query.ts';
import type { MessageReadTable, MessageRole, MessageRow } from './messages.table.ts';

/** A reader of a project's messages, on one side. */
export interface Reader {
  accountId: string;
  role: MessageRole;
}

/** The newest messages, or the newest before one; oldest first. */
export async function listMessages(
  db: Db,
  projectId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

/** Some messages of a thread, oldest first. */
export async function listMessagesById(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('messages')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}

export async function findMessage(db: Db, projectId: string, id: string): Promise<MessageRow | undefined> {
  return (await listMessagesById(db, projectId, [id]))[0];
}

/** True if a message has replies. */
export async function hasReplies(db: Db, messageId: string): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('reply_to', '=', messageId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateMessage(
  trx: Trx,
  id: string,
  change: Partial<Pick<MessageRow, 'body' | 'edited_at' | 'deleted_at' | 'reply_to'>>,
): Promise<void> {
  await trx.updateTable('messages').set(change).where('id', '=', id).execute();
}

export async function deleteMessage(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('messages').where('id', '=', id).execute();
}

/** True if anyone on a side, or one person on the client's side, has read a message. */
export async function isMessageRead(
  db: Db,
  projectId: string,
  by: ProjectSide | { accountId: string },
  messageId: string,
): Promise<boolean> {
  let query = db
    .selectFrom('message_reads')
    .select('account_id')
    .where('project_id', '=', projectId)
    .where('reader_role', '=', by === 'studio' ? 'owner' : 'client')
    .where('up_to', '>=', messageId);
  if (typeof by === 'object') query = query.where('account_id', '=', by.accountId);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

const sentAndNewest = keepQuery(
  (db, value: Slots<{ projectId: string; authorId: string; key: string | null }>) =>
    db
      .selectFrom('messages')
      .selectAll()
      .where('project_id', '=', value('projectId'))
      .where('author_id', '=', value('authorId'))
      .where('client_key', '=', value('key'))
      .unionAll(
        db
          .selectFrom((eb) =>
            eb
              .selectFrom('messages')
              .selectAll()
              .where('project_id', '=', value('projectId'))
              .orderBy('id', 'desc')
              .limit(1)
              .as('newest'),
          )
          .selectAll(),
      ),
);

/** What a new message follows: the author's message with the same key, if it is sent already, and the thread's last one. */
export async function findBeforeSending(
  trx: Trx,
  sending: { projectId: string; authorId: string; key: string | undefined },
): Promise<{ sent: MessageRow | undefined; newestId: string | undefined }> {
  const { authorId, key } = sending;
  const rows = await sentAndNewest.execute(trx, { ...sending, key: key ?? null });
  return {
    sent: key ? rows.find((row) => row.author_id === authorId && row.client_key === key) : undefined,
    newestId: rows
      .map(({ id }) => id)
      .sort()
      .at(-1),
  };
}

/** The id of the last message, even if it is deleted; undefined in an empty thread. */
export async function findNewestMessageId(db: Db, projectId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

const newMessage = keepInsert((db, row: Places<MessageRow>) => db.insertInto('messages').values(row));

export async function insertMessage(trx: Trx, message: MessageRow): Promise<void> {
  await newMessage.execute(trx, message);
}

/** The last message a reader has read; undefined before the first. */
export async function findReadMark(db: Db, projectId: string, reader: Reader): Promise<string | undefined> {
  const row = await db
    .selectFrom('message_reads')
    .select('up_to')
    .where('project_id', '=', projectId)
    .where('account_id', '=', reader.accountId)
    .where('reader_role', '=', reader.role)
    .executeTakeFirst();
  return row?.up_to;
}

/** Moves a mark forward, never back. Returns whether it moved. */
export async function moveReadMark(trx: Trx, mark: Insertable<MessageReadTable>): Promise<boolean> {
  const result = await trx
    .insertInto('message_reads')
    .values(mark)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'account_id', 'reader_role'])
        .doUpdateSet({ up_to: mark.up_to, read_at: mark.read_at })
        .where('message_reads.up_to', '<', mark.up_to),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The number of the other side's messages that a reader hasn't read, for each of some projects with any. */
export async function countUnread(
  db: Db,
  projectIds: readonly string[],
  reader: Reader,
): Promise<{ projectId: string; unread: number }[]> {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom('messages')
    .where('messages.project_id', 'in', projectIds)
    .where('messages.author_role', '=', otherSide(reader.role))
    .where('messages.deleted_at', 'is', null)
    .where((eb) =>
      eb(
        'messages.id',
        '>',
        eb.fn.coalesce(
          eb
            .selectFrom('message_reads')
            .select('up_to')
            .whereRef('message_reads.project_id', '=', 'messages.project_id')
            .where('message_reads.account_id', '=', reader.accountId)
            .where('message_reads.reader_role', '=', reader.role),
          eb.val(''),
        ),
      ),
    )
    .groupBy('messages.project_id')
    .select((eb) => ['messages.project_id as projectId', eb.fn.countAll<number>().as('unread')])
    .execute();
}

/** The projects where an account wrote as a client. */
export async function listProjectsOfAuthor(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('project_id')
    .distinct()
    .where('author_id', '=', accountId)
    .where('author_role', '=', 'client')
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/** Removes a person's name from their messages, and their marks. */
export async function forgetAuthor(trx: Trx, accountId: string, name: string): Promise<void> {
  await trx
    .updateTable('messages')
    .set({ author_name: name, author_email: '' })
    .where('author_id', '=', accountId)
    .execute();
  await trx.deleteFrom('message_reads').where('account_id', '=', accountId).execute();
}

export function otherSide(role: MessageRole): MessageRole {
  return role === 'owner' ? 'client' : 'owner';
}
