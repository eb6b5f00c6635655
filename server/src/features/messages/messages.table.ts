import type { Message } from '@atelier/domain/messages/schema.ts';
import type { Selectable } from 'kysely';

/** The side that wrote or reads a message; on the wire the studio is `owner`. */
export type MessageRole = Message['authorRole'];

/** One message of a project's thread. A thread's ids sort in the order of writing. */
interface MessageTable {
  id: string;
  project_id: string;
  /** The account, which may be deleted by now. */
  author_id: string;
  author_role: MessageRole;
  /** The account's name and address at the time. */
  author_name: string;
  author_email: string;
  body: string;
  /** Chosen by the sender; unique for them within the project. */
  client_key: string | null;
  created_at: string;
}

/** A reader's position in a thread. */
export interface MessageReadTable {
  project_id: string;
  account_id: string;
  reader_role: MessageRole;
  /** A message's id; everything up to it is read. */
  up_to: string;
  read_at: string;
}

export type MessageRow = Selectable<MessageTable>;

/** A project in which the client wrote last and waits for the studio. */
interface UnansweredThreadTable {
  project_id: string;
  since: string;
  /** 1 if the studio has noted that no answer is needed. */
  is_settled: 0 | 1;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    unanswered_threads: UnansweredThreadTable;
    messages: MessageTable;
    message_reads: MessageReadTable;
  }
}
