import { studio } from '@atelier/content/studio.ts';
import { changeableSeconds, messageExcerpt } from '@atelier/domain/messages/rules.ts';
import type { Message, MessageFile, MessageList, Quote } from '@atelier/domain/messages/schema.ts';
import type { Reader } from './messages.repository.ts';
import { changeFactsOf, type Thread } from './messages.service.ts';
import type { MessageFileRow, MessageRow } from './messages.table.ts';
import type { WholeMessage } from './whole-message.ts';

/** How messages are presented to a reader at a moment. */
export interface Presentation {
  reader: Reader;
  now: Date;
  /** Creates the signed address of a stored file. */
  sign(storedKey: string): string;
}

/**
 * A message as one side reads it. The studio appears under its name; the admin who wrote it and their
 * address are visible to the studio only.
 */
export function presentMessage({ row, quoted, files }: WholeMessage, presentation: Presentation): Message {
  const { reader, now, sign } = presentation;
  const isStudios = row.author_role === 'owner';
  return {
    _id: row.id,
    id: row.id,
    projectId: row.project_id,
    body: row.body,
    authorRole: row.author_role,
    authorName: authorNameOf(row),
    authorEmail: isStudios && reader.role === 'client' ? studio.email : row.author_email,
    key: row.client_key,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    isDeleted: row.deleted_at !== null,
    changeableSeconds: changeableSeconds(changeFactsOf(row), reader.accountId, now),
    replyTo: quoted ? presentQuote(quoted) : null,
    files: files.map((file) => presentMessageFile(file, sign)),
    byMail: row.by_mail,
    folded: row.folded,
  };
}

export function presentMessageFile(file: MessageFileRow, sign: Presentation['sign']): MessageFile {
  return { id: file.id, name: file.name, size: file.size, type: file.type, url: sign(file.stored_key) };
}

function presentQuote(row: MessageRow): Quote {
  return {
    id: row.id,
    authorRole: row.author_role,
    authorName: authorNameOf(row),
    excerpt: messageExcerpt(row.body),
    isDeleted: row.deleted_at !== null,
  };
}

function authorNameOf(row: MessageRow): string {
  return row.author_role === 'owner' ? studio.name : row.author_name;
}

export function presentThread(thread: Thread, presentation: Presentation, maxFileBytes: number): MessageList {
  const { messages, hasOlder, unread, readUpTo, answer } = thread;
  return {
    items: messages.map((message) => presentMessage(message, presentation)),
    hasOlder,
    unread,
    readUpTo,
    answer: presentation.reader.role === 'owner' ? answer : null,
    maxFileBytes,
  };
}
