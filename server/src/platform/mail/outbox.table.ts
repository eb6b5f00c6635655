import type { ColumnType } from 'kysely';

/** One mail, from the moment it was decided until it is sent or given up. */
export interface MailOutboxTable {
  id: string;
  /** What it is about, for the log and the owner: `auth.confirm`, `contact.enquiry`. */
  kind: string;
  /** Made once, so that a mail that leaves twice is seen as one. */
  message_id: string;
  recipient: string;
  reply_to: string | null;
  /** What this mail, and no second one, is about; unique. */
  once_key: string | null;
  /** The request that it follows from; null where none is known. */
  request_id: string | null;
  /** The Message-IDs of the mails that it answers, oldest first, with spaces between; null if it answers none. */
  answers: string | null;
  /** Where one press, or one POST of a mail program (RFC 8058), ends mails like this. */
  unsubscribe_url: string | null;
  subject: string;
  /** Emptied once the mail is sent: its links are secrets. */
  text_body: string;
  html_body: string;
  /** Keyed hashes of its lines, by which answers to it are told from what they quote; null once they were kept long enough. */
  line_hashes: ColumnType<string | null, string | null | undefined>;
  /** 1 if it answers a mail that couldn't be posted: nothing may answer or report on it. */
  is_notice: ColumnType<0 | 1, 0 | 1 | undefined>;
  status: 'pending' | 'sent' | 'failed';
  attempts: number;
  /** When it may be tried next; while a worker has it, when the lease ends. */
  due_at: string;
  lease_owner: string | null;
  last_error: string | null;
  created_at: string;
  finished_at: string | null;
}

/** A file that goes with a mail; deleted once the mail is sent. */
interface MailAttachmentTable {
  mail_id: string;
  position: number;
  name: string;
  type: string;
  content_base64: string;
}

declare module '../db/database.ts' {
  interface Database {
    mail_outbox: MailOutboxTable;
    mail_attachments: MailAttachmentTable;
  }
}
