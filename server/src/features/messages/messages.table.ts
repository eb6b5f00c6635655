import type { Message } from '@atelier/domain/messages/schema.ts';
import type { Selectable } from 'kysely';

/** On which side a message was written, and from which one it is read; on the wire the studio is `owner`. */
export type MessageRole = Message['authorRole'];

/** One message of a project's thread. Ids of one thread sort in the order in which they were written. */
interface MessageTable {
  id: string;
  project_id: string;
  /** The account, which may be gone by now. */
  author_id: string;
  author_role: MessageRole;
  /** Name and address as the account had them then. */
  author_name: string;
  author_email: string;
  body: string;
  /** Made by the sender; unique for them within the project. */
  client_key: string | null;
  created_at: string;
}

/** How far a reader has come. */
export interface MessageReadTable {
  project_id: string;
  account_id: string;
  reader_role: MessageRole;
  /** The id of a message; everything up to it is read. */
  up_to: string;
  read_at: string;
}

export type MessageRow = Selectable<MessageTable>;

/** A project in which the client wrote last and waits for the studio. */
interface UnansweredThreadTable {
  project_id: string;
  since: string;
  /** 1 where the studio has said that no answer is needed. */
  is_settled: 0 | 1;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    unanswered_threads: UnansweredThreadTable;
    messages: MessageTable;
    message_reads: MessageReadTable;
  }
}
