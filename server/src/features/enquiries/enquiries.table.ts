import type { EnquirySide, EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import type { MailProof } from '@atelier/domain/mail-in/rules.ts';
import type { Selectable } from 'kysely';

/** A visitor's message from the contact form. */
interface EnquiryTable {
  id: string;
  name: string;
  email: string;
  phone: string;
  /** Empty if the visitor chose no subject. */
  subject: string;
  message: string;
  source: string;
  status: EnquiryStatus;
  /** Its source, as the server saw it. */
  ip: string;
  user_agent: string;
  referer: string;
  search_text: string;
  /** The time of the sender's last invitation to start a project. */
  invited_at: string | null;
  /** The times of the studio's last reply here, and of the sender's last answer. */
  replied_at: string | null;
  answered_at: string | null;
  /** When the studio hears of it together with others; null unless it waits for that. */
  notice_due_at: string | null;
  created_at: string;
  updated_at: string;
}

/** A reply of the studio's, or the visitor's answer to one. Their ids sort in the order of writing. */
interface EnquiryMessageTable {
  id: string;
  enquiry_id: string;
  side: EnquirySide;
  body: string;
  /** Chosen by the sender, or made of the mail; unique within the enquiry. */
  client_key: string;
  /** The Message-ID of its mail; empty if that can't be referred to. */
  mail_id: string;
  /** Whether its sender was proven, of one that came by mail; null for the studio's. */
  by_mail: MailProof | null;
  /** What else its email says and may not be its sender's words. */
  folded: string | null;
  created_at: string;
}

/** A file of one of those, or one that waits for its reply to be sent. */
interface EnquiryFileTable {
  id: string;
  enquiry_id: string;
  /** Null until it is sent. */
  message_id: string | null;
  /** Its place among the message's files, from 0. */
  position: number;
  /** The bytes' key in `stored_files`. */
  stored_key: string;
  /** The admin who attached it; empty for the visitor's. */
  account_id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Media type by content. */
  type: string;
  /** The key that its sender chose. */
  client_key: string;
  created_at: string;
}

export type EnquiryRow = Selectable<EnquiryTable>;
export type EnquiryMessageRow = Selectable<EnquiryMessageTable>;
export type EnquiryFileRow = Selectable<EnquiryFileTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    enquiries: EnquiryTable;
    enquiry_messages: EnquiryMessageTable;
    enquiry_files: EnquiryFileTable;
  }
}
