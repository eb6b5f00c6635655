import type { MailParty } from './address.ts';

/** A file that goes with a mail. */
export interface MailAttachment {
  name: string;
  /** Media type. */
  type: string;
  content: Buffer;
}

/** A mail as it leaves. */
export interface OutgoingMail {
  messageId: string;
  date: Date;
  from: MailParty;
  to: MailParty;
  replyTo: MailParty | undefined;
  subject: string;
  text: string;
  html: string;
  /** Where one POST ends mails like this: what mail programs offer beside the sender (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  attachments?: readonly MailAttachment[] | undefined;
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
