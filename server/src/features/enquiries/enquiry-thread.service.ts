import { isEmailAddress } from '@atelier/domain/email-address.ts';
import { ENQUIRY_MESSAGES_MAX } from '@atelier/domain/enquiries/rules.ts';
import type { ReplyToEnquiry } from '@atelier/domain/enquiries/schema.ts';
import { AppError, notFound } from '@atelier/domain/errors.ts';
import type { MailProof } from '@atelier/domain/mail-in/rules.ts';
import type { MailPorts } from '../../core/feature.ts';
import { adjustListCounts } from '../../core/lists/list-counts.repository.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { MailAttachment } from '../../platform/mail/transport.ts';
import type { Platform } from '../../platform/platform.ts';
import { announceAnswer, mailReply } from './enquiries.mails.ts';
import { findEnquiry, lockEnquiry, updateEnquiry } from './enquiries.repository.ts';
import type { EnquiryFileRow, EnquiryMessageRow, EnquiryRow } from './enquiries.table.ts';
import { listEnquiryFiles } from './enquiry-files.repository.ts';
import type { EnquiryFilesService } from './enquiry-files.service.ts';
import {
  findEnquiryMessageByKey,
  insertEnquiryMessage,
  listEnquiryMessages,
} from './enquiry-messages.repository.ts';

export interface EnquiryThreadDeps extends Pick<Platform, 'db' | 'clock'> {
  mails: MailPorts;
  files: EnquiryFilesService;
  /** The address that the visitor's answer goes to and comes back from; undefined where answers by mail are off. */
  issueReplyAddress(trx: Trx, to: { enquiryId: string; email: string }): Promise<string | undefined>;
  /** Called in the transaction that changes an enquiry's thread. */
  threadChanged(trx: Trx): Promise<void>;
}

/** What was written in an enquiry since it arrived. */
export interface EnquiryThreadRows {
  enquiry: EnquiryRow;
  messages: readonly EnquiryMessageRow[];
  files: readonly EnquiryFileRow[];
}

/** A Message-ID that can stand in a header. */
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{3,250}>$/;
/** Of so many mails a mail says that it answers them. */
const ANSWERED_MAX = 20;

/** Replies to enquiries, and the answers to them. */
export class EnquiryThreadService {
  readonly #deps: EnquiryThreadDeps;

  constructor(deps: EnquiryThreadDeps) {
    this.#deps = deps;
  }

  /** Throws not_found for an unknown id. */
  async read(enquiryId: string): Promise<EnquiryThreadRows> {
    const { db } = this.#deps;
    const enquiry = await findEnquiry(db, enquiryId);
    if (!enquiry) throw notFound();
    return {
      enquiry,
      messages: await listEnquiryMessages(db, enquiryId),
      files: await listEnquiryFiles(db, enquiryId),
    };
  }

  /**
   * Stores a reply and mails it with its files; a new enquiry counts as read. The same key again sends nothing.
   * @throws not_found, validation_failed if no mail can be sent to the typed address or the thread is full, conflict if a
   * file is gone or another reply has the key
   */
  async reply(enquiryId: string, accountId: string, reply: ReplyToEnquiry): Promise<void> {
    const { db, files, mails, issueReplyAddress } = this.#deps;
    // Before the transaction, which has the database's one writer on SQLite.
    const attachments = await this.#readFiles({ enquiryId, accountId }, reply);
    await transaction(db, async (trx) => {
      const enquiry = await lockEnquiry(trx, enquiryId);
      if (!enquiry) throw notFound();
      if (await isRepeated(trx, enquiryId, reply)) return;
      if (!isEmailAddress(enquiry.email)) {
        throw new AppError('validation_failed', `No mail can be sent to ${enquiry.email}.`);
      }
      const before = await this.#assertRoom(trx, enquiryId);
      const replyTo = await issueReplyAddress(trx, { enquiryId, email: enquiry.email });
      const mailId = await mailReply(mails, trx, {
        enquiry,
        body: reply.body,
        attachments,
        replyTo,
        answers: before.flatMap(({ mail_id }) => (mail_id === '' ? [] : [mail_id])).slice(-ANSWERED_MAX),
      });
      const message = this.#newMessage(enquiryId, {
        ...reply,
        side: 'studio',
        mailId,
        byMail: null,
        folded: null,
      });
      await insertEnquiryMessage(trx, message);
      await files.give(trx, reply.files, { enquiryId, accountId, messageId: message.id });
      await this.#note(trx, enquiry, { replied_at: message.created_at });
    });
  }

  /**
   * Stores the visitor's answer, once for a key: the enquiry waits for the studio again, which gets a mail.
   * @throws not_found, conflict if another message has the key, validation_failed if the thread is full
   */
  async answer(
    enquiryId: string,
    answer: {
      body: string;
      folded: string | null;
      key: string;
      files: string[];
      byMail: MailProof;
      mailId: string;
    },
  ): Promise<void> {
    const { db, files, mails } = this.#deps;
    await transaction(db, async (trx) => {
      const enquiry = await lockEnquiry(trx, enquiryId);
      if (!enquiry) throw notFound();
      if (await isRepeated(trx, enquiryId, answer)) return;
      await this.#assertRoom(trx, enquiryId);
      const mailId = MESSAGE_ID.test(answer.mailId) ? answer.mailId : '';
      const message = this.#newMessage(enquiryId, { ...answer, side: 'visitor', mailId });
      await insertEnquiryMessage(trx, message);
      await files.give(trx, answer.files, { enquiryId, accountId: '', messageId: message.id });
      await this.#note(trx, enquiry, { answered_at: message.created_at });
      await announceAnswer(mails, trx, { enquiry, body: answer.body, byMail: answer.byMail });
    });
  }

  /** The files of a reply, unless it was sent: they don't wait any more. */
  async #readFiles(
    owner: { enquiryId: string; accountId: string },
    { key, files }: ReplyToEnquiry,
  ): Promise<MailAttachment[]> {
    try {
      return await this.#deps.files.readWaiting(owner, files);
    } catch (error) {
      if (await findEnquiryMessageByKey(this.#deps.db, owner.enquiryId, key)) return [];
      throw error;
    }
  }

  async #assertRoom(trx: Trx, enquiryId: string): Promise<EnquiryMessageRow[]> {
    const before = await listEnquiryMessages(trx, enquiryId);
    if (before.length < ENQUIRY_MESSAGES_MAX) return before;
    throw new AppError('validation_failed', 'This enquiry is full. Go on by email, or in a project.');
  }

  #newMessage(
    enquiryId: string,
    facts: Pick<EnquiryMessageRow, 'side' | 'body' | 'folded'> & {
      key: string;
      mailId: string;
      byMail: MailProof | null;
    },
  ): EnquiryMessageRow {
    return {
      id: newId(),
      enquiry_id: enquiryId,
      side: facts.side,
      body: facts.body,
      folded: facts.folded,
      client_key: facts.key,
      mail_id: facts.mailId,
      by_mail: facts.byMail,
      created_at: isoNow(this.#deps.clock),
    };
  }

  /** A reply makes a new enquiry read; an answer makes it new again, whatever it was. */
  async #note(trx: Trx, enquiry: EnquiryRow, times: Partial<Pick<EnquiryRow, 'replied_at' | 'answered_at'>>) {
    const status = times.answered_at ? 'new' : enquiry.status === 'new' ? 'read' : enquiry.status;
    await updateEnquiry(trx, enquiry.id, { ...times, status, updated_at: isoNow(this.#deps.clock) });
    if (status !== enquiry.status) {
      const moved = { 'enquiries.new': 0, 'enquiries.read': 0, 'enquiries.archived': 0 };
      moved[`enquiries.${enquiry.status}`] -= 1;
      moved[`enquiries.${status}`] += 1;
      adjustListCounts(trx, moved);
    }
    await this.#deps.threadChanged(trx);
  }
}

/** Whether this was stored before. Throws other_key if its key is another one's. */
async function isRepeated(
  trx: Trx,
  enquiryId: string,
  { key, body }: { key: string; body: string },
): Promise<boolean> {
  const sent = await findEnquiryMessageByKey(trx, enquiryId, key);
  if (sent && sent.body !== body) {
    throw new AppError(
      'other_key',
      'An earlier version of this reply has been sent. Read it, then send this one.',
    );
  }
  return sent !== undefined;
}
