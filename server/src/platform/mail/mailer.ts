import { parseEmailAddress } from '@atelier/domain/email-address.ts';
import { type Clock, isoIn, isoNow } from '../clock.ts';
import type { Db, Trx } from '../db/database.ts';
import { mapEach, readInPages } from '../db/read-in-pages.ts';
import { onCommit } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { currentRequest } from '../request-trace.ts';
import {
  countMailsSince,
  insertAttachments,
  insertMail,
  listMailsTo,
  type MailFacts,
} from './outbox.repository.ts';
import { hashLines } from './own-lines.ts';
import { headerText, type MailAttachment, requireMailAddress } from './transport.ts';

/** How a kind of mail is kept from becoming a flood. */
export type MailRule =
  /** The sender gathers several events into one mail. */
  | 'gathered'
  /** The sender says when each may leave. */
  | 'paced'
  /**
   * So many to one recipient in so many seconds; mails beyond that wait in the outbox. `isFull` has the sender gather them
   * instead, as it asks before each.
   */
  | { max: number; seconds: number; beyond?: 'gathered' };

/**
 * Every kind of mail with its rule; the product declares them (mails.ts).
 * @public
 */
export interface MailKinds extends Record<never, MailRule> {}
type MailKind = keyof MailKinds & string;

export interface Mail {
  /** What it is about, `feature.event`; kept with it and logged. */
  kind: MailKind;
  to: string;
  /** Where an answer goes, when not to the studio. */
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html: string;
  /** What this mail is about, to whom: a second one with the same key is not written. */
  onceKey?: string | undefined;
  /** Address of ours that ends mails like this with one POST; offered by mail programs. */
  unsubscribeUrl?: string | undefined;
  attachments?: readonly MailAttachment[] | undefined;
  /** The Message-IDs of the mails that it answers, oldest first, in their angle brackets: mail programs show them as one thread. */
  answers?: readonly string[] | undefined;
  /** Whether it says that a mail to us wasn't posted: nothing answers such a mail, and no report about it comes back. */
  isNotice?: boolean | undefined;
  /** When it may leave: given for paced kinds, and for no others. */
  leavesAt?: Date | undefined;
}

/** More than this in attachments, in bytes, and mail servers begin to refuse: send a link instead. */
export const MAX_ATTACHED_BYTES = 8 * 1024 * 1024;

export interface Mailer {
  /**
   * Writes the mail into the outbox as part of `trx`: it leaves if, and only if, the transaction is
   * committed; at once, or when the cap of its kind lets it. Throws validation_failed for an address that is none.
   * @returns its Message-ID
   */
  enqueue(trx: Trx, mail: Mail): Promise<string>;
  /** Whether the next mail of a kind to a recipient would have to wait for the cap of that kind. */
  isFull(trx: Trx, mail: Pick<Mail, 'kind' | 'to'>): Promise<boolean>;
}

export interface MailerOptions {
  clock: Clock;
  /** Right side of the Message-ID: the host of PUBLIC_URL. */
  messageIdDomain: string;
  rules: Readonly<Record<MailKind, MailRule>>;
  /** Multiplies every cap (RATE_LIMIT_SCALE). */
  scale: number;
  /** Hashes the lines of mails; without it answers to them are told from what they quote by their form alone. */
  lineKey?: Buffer | undefined;
  /** Called once such a transaction is committed. */
  onEnqueued: () => void;
}

export function createMailer(options: MailerOptions): Mailer {
  const { clock, messageIdDomain, onEnqueued } = options;
  /** How many windows of a cap are full. */
  const countFull = async (trx: Trx, kind: MailKind, recipient: string): Promise<number> => {
    const rule: MailRule = options.rules[kind];
    if (typeof rule === 'string') return 0;
    const before = await countMailsSince(trx, { kind, recipient }, isoIn(clock, -rule.seconds));
    return Math.floor(before / (rule.max * options.scale));
  };
  /** When a mail leaves: one window later for each full one. */
  const findDue = async (trx: Trx, { kind, leavesAt }: Mail, recipient: string): Promise<string> => {
    const rule: MailRule = options.rules[kind];
    if ((rule === 'paced') !== (leavesAt !== undefined)) throw new Error(`When may a mail ${kind} leave?`);
    if (leavesAt) return leavesAt.toISOString();
    if (typeof rule === 'string') return isoNow(clock);
    if (rule.beyond) return isoNow(clock);
    return isoIn(clock, rule.seconds * (await countFull(trx, kind, recipient)));
  };
  return {
    isFull: async (trx, { kind, to }) => (await countFull(trx, kind, requireMailAddress(to))) > 0,
    async enqueue(trx, mail) {
      const { attachments = [] } = mail;
      const attached = attachments.reduce((sum, { content }) => sum + content.length, 0);
      if (attached > MAX_ATTACHED_BYTES) throw new Error('A mail carries 8 MiB at most; link to the rest');
      const id = newId();
      const recipient = requireMailAddress(mail.to);
      const messageId = `<${id}@${messageIdDomain}>`;
      const isNew = await insertMail(trx, {
        id,
        kind: mail.kind,
        message_id: messageId,
        recipient,
        // A stranger's address that mail cannot carry is no reason to lose the mail.
        reply_to: parseEmailAddress(mail.replyTo ?? '') ?? null,
        subject: headerText(mail.subject),
        text_body: mail.text,
        html_body: mail.html,
        line_hashes: options.lineKey ? hashLines(mail, options.lineKey) : null,
        is_notice: mail.isNotice ? 1 : 0,
        due_at: await findDue(trx, mail, recipient),
        created_at: isoNow(clock),
        once_key: mail.onceKey ?? null,
        unsubscribe_url: mail.unsubscribeUrl ?? null,
        request_id: currentRequest()?.id ?? null,
        answers: mail.answers?.length ? mail.answers.join(' ') : null,
      });
      if (!isNew) return messageId;
      if (attachments.length > 0) await insertAttachments(trx, id, attachments);
      onCommit(trx, onEnqueued);
      return messageId;
    },
  };
}

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
