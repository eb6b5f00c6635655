import { AppError } from '@atelier/domain/errors.ts';
import type { SendMessage } from '@atelier/domain/messages/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import type { MessageFilesService } from './message-files.service.ts';
import { listMessagesById } from './messages.repository.ts';
import type { MessageFileRow, MessageRow } from './messages.table.ts';

/** A message with what it replies to and its files. */
export interface WholeMessage {
  row: MessageRow;
  /** Undefined if it replies to none. */
  quoted: MessageRow | undefined;
  files: readonly MessageFileRow[];
}

/** Messages of one project with what they reply to and their files, in the order of the rows. */
export async function completeMessages(
  db: Db,
  files: Pick<MessageFilesService, 'listOf'>,
  rows: readonly MessageRow[],
): Promise<WholeMessage[]> {
  const [projectId] = rows.map((row) => row.project_id);
  if (projectId === undefined) return [];
  const filesById = await files.listOf(
    rows.map(({ id }) => id),
    db,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const quotedIds = rows.flatMap(({ reply_to }) => reply_to ?? []);
  const others = quotedIds.filter((id) => !known.has(id));
  for (const row of await listMessagesById(db, projectId, others)) known.set(row.id, row);
  return rows.map((row) => ({
    row,
    quoted: row.reply_to === null ? undefined : known.get(row.reply_to),
    files: filesById.get(row.id) ?? [],
  }));
}

/** As `completeMessages`, of one. */
export async function completeMessage(
  db: Db,
  files: Pick<MessageFilesService, 'listOf'>,
  row: MessageRow,
): Promise<WholeMessage> {
  const [whole = { row, quoted: undefined, files: [] }] = await completeMessages(db, files, [row]);
  return whole;
}

/**
 * The message, if what is sent again with its key is the same.
 * @throws other_key if not
 */
export function requireSame(message: WholeMessage, { body, replyTo, files }: SendMessage): WholeMessage {
  const { row } = message;
  // A change since then is no other message.
  if (row.edited_at !== null || row.deleted_at !== null) return message;
  const isSame =
    row.body === body &&
    row.reply_to === (replyTo ?? null) &&
    message.files.map(({ id }) => id).join() === files.join();
  if (isSame) return message;
  throw new AppError('other_key', 'A different message was already sent with this key.');
}
