import { studio } from '@atelier/content/studio.ts';
import type { Message, MessageList } from '@atelier/domain/messages/schema.ts';
import type { Thread } from './messages.service.ts';
import type { MessageRole, MessageRow } from './messages.table.ts';

/**
 * A message as one side reads it. The studio appears under its name; the admin who wrote it and their
 * address are visible to the studio only.
 */
export function presentMessage(row: MessageRow, reader: MessageRole): Message {
  const isStudios = row.author_role === 'owner';
  return {
    _id: row.id,
    id: row.id,
    projectId: row.project_id,
    body: row.body,
    authorRole: row.author_role,
    authorName: isStudios ? studio.name : row.author_name,
    authorEmail: isStudios && reader === 'client' ? studio.email : row.author_email,
    key: row.client_key,
    createdAt: row.created_at,
  };
}

export function presentThread(thread: Thread, reader: MessageRole): MessageList {
  const { messages, hasOlder, unread, readUpTo } = thread;
  const items = messages.map((row) => presentMessage(row, reader));
  return { items, hasOlder, unread, readUpTo, answer: reader === 'owner' ? thread.answer : null };
}
