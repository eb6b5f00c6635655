import type { MailProof } from '@atelier/domain/mail-in/rules.ts';
import type { Message } from '@atelier/domain/messages/schema.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { ColumnType, Selectable } from 'kysely';

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
  /** Empty once it is deleted. */
  body: string;
  /** Chosen by the sender; unique for them within the project. */
  client_key: string | null;
  created_at: string;
  /** The message of the same project that it replies to. */
  reply_to: string | null;
  edited_at: string | null;
  /** Set if it is deleted and a line stays in its place. */
  deleted_at: string | null;
  /** 1 if a milestone's record has its words too, so that they can't be changed. */
  is_record: 0 | 1;
  /** Whether its sender was proven, of one that came by mail; null for others. */
  by_mail: ColumnType<MailProof | null, MailProof | null | undefined, never>;
  /** What else its email says and may not be its sender's words. */
  folded: ColumnType<string | null, string | null | undefined>;
}

/** A file of a message, or one that waits for its message to be sent. */
interface MessageFileTable {
  id: string;
  project_id: string;
  /** Null until the message is sent. */
  message_id: string | null;
  /** Its place among the message's files, from 0. */
  position: number;
  /** The bytes' key in `stored_files`. */
  stored_key: string;
  /** The sender's side. */
  side: ProjectSide;
  account_id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Media type by content. */
  type: string;
  /** The key the sender chose; null without one. */
  client_key: string | null;
  created_at: string;
}

export type MessageFileRow = Selectable<MessageFileTable>;

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
export interface UnansweredThreadTable {
  project_id: string;
  since: string;
  /** 1 if the studio has noted that no answer is needed. */
  is_settled: 0 | 1;
  /** The client's last message that the studio noted needs no answer; null if it noted none. */
  settled_up_to: ColumnType<string | null, string | null | undefined>;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    unanswered_threads: UnansweredThreadTable;
    messages: MessageTable;
    message_files: MessageFileTable;
    message_reads: MessageReadTable;
  }
}
