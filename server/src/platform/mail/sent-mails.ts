import type { Db } from '../db/database.ts';
import { mapEach, readInPages } from '../db/read-in-pages.ts';
import { listMailsTo, type MailFacts } from './outbox.repository.ts';

/** A sent mail, as its recipient may see it: the text is in their own mailbox. */
export interface SentMail {
  kind: string;
  subject: string;
  createdAt: string;
  /** Null while it waits, and where it could not be delivered. */
  sentAt: string | null;
}

/** Every mail to an address that is still on record, oldest first, read as it is asked for. */
export function readMailsTo(db: Db, recipient: string): AsyncGenerator<SentMail> {
  const rows = readInPages<MailFacts>((after, limit) => listMailsTo(db, recipient, after?.id, limit));
  return mapEach(rows, (row) => ({
    kind: row.kind,
    subject: row.subject,
    createdAt: row.created_at,
    sentAt: row.status === 'sent' ? row.finished_at : null,
  }));
}
