import type { RequestStatus } from '@atelier/domain/requests/rules.ts';
import type { ColumnType, Selectable } from 'kysely';

/** Something that the client is asked to bring. */
interface RequestTable {
  id: string;
  project_id: string;
  /** The milestone that waits for it. */
  milestone_id: string | null;
  /** The template it was suggested by; null if it was written by hand. */
  template: string | null;
  /** Chosen by the sender; unique within the project. */
  client_key: string;
  title: string;
  instructions: string;
  /** A day such as 2030-01-31. */
  due: string | null;
  status: RequestStatus;
  status_at: string;
  /** When it was sent, or sent again. */
  asked_at: string;
  revision: number;
}

export type RequestRow = Selectable<RequestTable>;

/** One answer. Both its words and its files may be missing: then it says "done". */
interface RequestAnswerTable {
  id: string;
  request_id: string;
  body: string;
  account_id: string;
  author_name: string;
  /** Chosen by the sender; unique within the request. */
  client_key: string;
  /** Why the studio asked again after it; null if it didn't. */
  reason: string | null;
  /** 1 if it was given with the link of a mail. */
  by_mail_link: ColumnType<number, number | undefined, never>;
  created_at: string;
}

export type RequestAnswerRow = Selectable<RequestAnswerTable>;

/** A client's file for an answer, or one that waits for its answer to be sent. */
interface RequestFileTable {
  id: string;
  project_id: string;
  request_id: string;
  /** Null until the answer is sent. */
  answer_id: string | null;
  /** Its place among the answer's files, from 0. */
  position: number;
  /** The bytes' key in `stored_files`. */
  stored_key: string;
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

export type RequestFileRow = Selectable<RequestFileTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    requests: RequestTable;
    request_answers: RequestAnswerTable;
    request_files: RequestFileTable;
  }
}
