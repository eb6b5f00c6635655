import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import type { Trx } from '../db/database.ts';
import { onCommit } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { headerText, isMailAddress, requireMailAddress } from './address.ts';
import { insertAttachments } from './outbox.repository.ts';
import type { MailAttachment } from './transport.ts';

/** A mail that a feature wants sent. */
export interface Mail {
  /** What it is about, `feature.event`; kept with it and logged. */
  kind: string;
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
}

/** More than this in attachments, in bytes, and mail servers begin to refuse: send a link instead. */
export const MAX_ATTACHED_BYTES = 8 * 1024 * 1024;

/** How features send mail. */
export interface Mailer {
  /**
   * Writes the mail into the outbox as part of `trx`: it leaves if, and only if, the transaction is
   * committed. Throws validation_failed for an address that is none.
   */
  enqueue(trx: Trx, mail: Mail): Promise<void>;
}

export interface MailerOptions {
  clock: Clock;
  /** Right side of the Message-ID: the host of PUBLIC_URL. */
  messageIdDomain: string;
  /** Called once such a transaction is committed. */
  onEnqueued: () => void;
}

export function createMailer({ clock, messageIdDomain, onEnqueued }: MailerOptions): Mailer {
  return {
    async enqueue(trx, mail) {
      const { attachments = [] } = mail;
      const attached = attachments.reduce((sum, { content }) => sum + content.length, 0);
      if (attached > MAX_ATTACHED_BYTES) throw new Error('A mail carries 8 MiB at most; link to the rest');
      const id = newId();
      const now = isoNow(clock);
      const written = await trx
        .insertInto('mail_outbox')
        .values({
          id,
          kind: mail.kind,
          message_id: `<${id}@${messageIdDomain}>`,
          recipient: requireMailAddress(mail.to),
          // A stranger's address that mail cannot carry is no reason to lose the mail.
          reply_to: mail.replyTo && isMailAddress(mail.replyTo) ? mail.replyTo : null,
          subject: headerText(mail.subject),
          text_body: mail.text,
          html_body: mail.html,
          status: 'pending',
          attempts: 0,
          due_at: now,
          created_at: now,
          once_key: mail.onceKey ?? null,
          unsubscribe_url: mail.unsubscribeUrl ?? null,
        })
        .onConflict((conflict) => conflict.column('once_key').doNothing())
        .executeTakeFirst();
      if (written.numInsertedOrUpdatedRows === 0n) return;
      if (attachments.length > 0) await insertAttachments(trx, id, attachments);
      onCommit(trx, onEnqueued);
    },
  };
}
