import type { MailReason, MailState } from '@atelier/domain/mail-in/rules.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { ColumnType, Selectable } from 'kysely';
import type { MailboxStep } from '../../platform/mail-in/mailbox-position.ts';

/** An address of ours that stands for one person's answers about one thing. */
interface ReplyAddressTable {
  /** A part of the address. */
  id: string;
  kind: 'project' | 'enquiry';
  /** The project or the enquiry. */
  subject_id: string;
  /** The side that the mail went to, and that answers. */
  side: ProjectSide;
  /** The client's account; empty for the studio and for visitors, who answer by their address. */
  account_id: string;
  /** Where the mail went, in lower case. */
  email: string;
  created_at: string;
}

/** A mail that arrived. */
interface InboundMailTable {
  id: string;
  state: MailState;
  reason: MailReason | null;
  source: 'smtp' | 'imap';
  /** What it is in a mailbox, so that it isn't taken twice; null for one that was sent to us. */
  source_key: string | null;
  /** The server that brought it; empty for one out of a mailbox. */
  peer_address: string;
  peer_name: string;
  envelope_from: string;
  reply_address_id: string | null;
  /** Made of its Message-ID, our address and its contents: the same for one that arrives again. Null until it is read. */
  message_key: string | null;
  /** The whole mail's key in `stored_files`. */
  stored_key: string;
  /** Bytes. */
  size: number;
  /** What the checks of its sender found. */
  proof: string;
  from_name: string;
  from_address: string;
  subject: string;
  /** Its text without what it quotes. */
  body: string;
  project_id: string | null;
  enquiry_id: string | null;
  attempts: number;
  /** When it may be read next; while a process reads it, when the lease ends. */
  due_at: string;
  /** The reading that has it; of one that is posted by hand, the address of the admin who was first to do so. */
  lease_owner: string | null;
  received_at: string;
  finished_at: string | null;
}

type Nullable<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;

/** Up to where a mailbox was read, what waits in it, and what ended the last visit. */
interface MailboxPositionTable {
  /** Account, server and folder. */
  mailbox: string;
  uid_validity: string;
  last_uid: number;
  /** The mails that later visits come back to, as JSON. */
  waiting: string;
  fault_step: Nullable<MailboxStep>;
  fault: Nullable<string>;
  /** Since when visits fail. */
  fault_at: Nullable<string>;
}

/** An address that an email of ours came back from. */
interface BouncedAddressTable {
  id: string;
  /** In lower case; unique. */
  email: string;
  /** Of the email that came back. */
  subject: string;
  /** What the mail server says about it. */
  report: string;
  bounced_at: string;
}

export type ReplyAddressRow = Selectable<ReplyAddressTable>;
export type InboundMailRow = Selectable<InboundMailTable>;
export type BouncedAddressRow = Selectable<BouncedAddressTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    reply_addresses: ReplyAddressTable;
    inbound_mails: InboundMailTable;
    mailbox_positions: MailboxPositionTable;
    bounced_addresses: BouncedAddressTable;
  }
}
