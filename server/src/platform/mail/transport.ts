import { parseEmailAddress } from '@atelier/domain/email-address.ts';
import { AppError } from '@atelier/domain/errors.ts';

export interface MailParty {
  name?: string | undefined;
  address: string;
}

/** The address as it stands in envelopes and headers. Throws validation_failed for what is none. */
export function requireMailAddress(text: string): string {
  const address = parseEmailAddress(text);
  if (address === undefined) throw new AppError('validation_failed', 'That isn’t a valid email address.');
  return address;
}

/** A text as it may stand in a header: on one line, bounded. */
export function headerText(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
}

export interface MailAttachment {
  name: string;
  /** Media type. */
  type: string;
  content: Buffer;
}

export interface OutgoingMail {
  messageId: string;
  date: Date;
  from: MailParty;
  to: MailParty;
  replyTo: MailParty | undefined;
  /** Where a report goes if it can't be delivered; the sender's address unless given. */
  reportsTo?: string | undefined;
  /** Its id, in a header that stays where a service makes another Message-ID. */
  ownId?: string | undefined;
  /** Whether it answers a mail that wasn't posted: its envelope names no sender, so that nothing comes back. */
  isNotice?: boolean | undefined;
  subject: string;
  text: string;
  html: string;
  /** Where one POST ends mails like this: what mail programs offer beside the sender (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  attachments?: readonly MailAttachment[] | undefined;
  /** The Message-IDs of the mails that it answers, oldest first. */
  answers?: readonly string[] | undefined;
}

/** The way out: an SMTP server, or a folder that the owner can read. */
export interface MailTransport {
  /** Resolves when the mail is accepted. Throws MailRejectedError when it never will be, anything else for now. */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
  /** Where mails go, for people. */
  description: string;
}

/** The server refused this mail for good: trying again would not help. */
export class MailRejectedError extends Error {
  constructor(cause: unknown) {
    super('The mail server refused the mail', { cause });
    this.name = 'MailRejectedError';
  }
}
