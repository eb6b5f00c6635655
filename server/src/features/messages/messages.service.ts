import { DELETED_ACCOUNT_NAME } from '@atelier/domain/accounts/rules.ts';
import { AppError } from '@atelier/domain/errors.ts';
import type { MailProof } from '@atelier/domain/mail-in/rules.ts';
import {
  type AnswerState,
  answerRefusal,
  changeRefusal,
  messageExcerpt,
  reasonMessage,
} from '@atelier/domain/messages/rules.ts';
import type { SendMessage } from '@atelier/domain/messages/schema.ts';
import { findActorName, type ProjectActor, type RecordEvent } from '../../core/projects/project-event.ts';
import { assertOpen, lockOpenProject, lockSomeProject } from '../../core/projects/project-lookup.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newIdAfter } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MessageFilesService } from './message-files.service.ts';
import {
  countUnread,
  deleteMessage,
  findBeforeSending,
  findMessage,
  findNewestMessageId,
  findReadMark,
  forgetAuthor,
  hasReplies,
  insertMessage,
  isMessageRead,
  listMessages,
  moveReadMark,
  type Reader,
  updateMessage,
} from './messages.repository.ts';
import type { MessageRow } from './messages.table.ts';
import {
  findAnswerState,
  findLastOf,
  findSettledUpTo,
  findWaitingSince,
  noteAnswered,
  noteUnanswered,
  putUnanswered,
  setSettledUpTo,
} from './unanswered.repository.ts';
import { completeMessage, completeMessages, requireSame, type WholeMessage } from './whole-message.ts';

export interface MessagesDeps extends Pick<Platform, 'db' | 'clock'> {
  recordEvent: RecordEvent;
  files: MessageFilesService;
  /** Called within the transaction that moved a reader's mark. */
  messagesRead(trx: Trx, read: { projectId: string; accountId: string }): Promise<void>;
  /** Called within the transaction that noted whether a client needs an answer. */
  answerNoted(trx: Trx, projectId: string): Promise<void>;
  /** Takes back the mail about a message that hasn't left. Returns whether there was one. */
  takeBackMail(trx: Trx, messageId: string): Promise<boolean>;
  /** Called within the transaction that changed a message's words. */
  messageEdited(trx: Trx, message: { projectId: string; id: string; title: string }): Promise<void>;
  /** Called within the transaction that deleted a message; `hasGone` if no line stays in its place. */
  messageDeleted(trx: Trx, message: { projectId: string; id: string; hasGone: boolean }): Promise<void>;
}

const READ_AT_ONCE = 200;

/** A page of messages as one reader sees them. */
export interface Thread {
  messages: WholeMessage[];
  hasOlder: boolean;
  unread: number;
  readUpTo: string | null;
  answer: AnswerState | null;
}

interface NewMessage {
  projectId: string;
  by: ProjectActor;
  body: string;
  /** Chosen by the sender. */
  key?: string | undefined;
  replyTo?: string | undefined;
  isRecord?: boolean;
  mail?: MessageMail | undefined;
}

/** The email that a message came by. */
export interface MessageMail {
  /** Whether its sender was proven. */
  proof: MailProof;
  /** What else it says and may not be its sender's words. */
  folded: string | null;
}

/** A message, and who changes it. */
interface MessageAct {
  projectId: string;
  messageId: string;
  by: ProjectActor;
}

/** The threads of projects: the messages of client and studio, and how far each has read. */
export class MessagesService {
  readonly #deps: MessagesDeps;

  constructor(deps: MessagesDeps) {
    this.#deps = deps;
  }

  /** The newest messages (before one, if named), and the reader's position. */
  async readThread(
    projectId: string,
    reader: Reader,
    { before, limit }: { before?: string | undefined; limit: number },
  ): Promise<Thread> {
    const { db } = this.#deps;
    const rows = await listMessages(db, projectId, { before, limit: limit + 1 });
    const hasOlder = rows.length > limit;
    return {
      messages: await completeMessages(db, this.#deps.files, hasOlder ? rows.slice(1) : rows),
      hasOlder,
      ...(await this.#standing(db, projectId, reader)),
      answer: await findAnswerState(db, projectId),
    };
  }

  /**
   * Adds a message. One already sent with the same key is returned unchanged, even if the project was
   * closed since.
   * @param mail what it came by, if that was one
   * @throws other_key for a key with another message, gone for a missing file or a deleted message that it
   * replies to, what `lockOpenProject` throws
   */
  async send(
    projectId: string,
    by: ProjectActor,
    sent: SendMessage,
    mail?: MessageMail,
  ): Promise<WholeMessage> {
    const { body, key, replyTo, files } = sent;
    return transaction(this.#deps.db, async (trx) => {
      // The same call may run twice at once: the one that waits for the lock finds the message of the other.
      const project = await lockSomeProject(trx, projectId, by);
      const before = await findBeforeSending(trx, { projectId, authorId: by.accountId, key });
      if (before.sent) return requireSame(await completeMessage(trx, this.#deps.files, before.sent), sent);
      assertOpen(project);
      if (replyTo !== undefined) await assertThere(trx, projectId, replyTo);
      const message = await this.#add(trx, before.newestId, { projectId, by, body, key, replyTo, mail });
      await this.#deps.files.give(trx, files, {
        projectId,
        messageId: message.id,
        accountId: by.accountId,
      });
      await this.#deps.recordEvent(trx, {
        // An edit or a deletion finds the record and the mail by it.
        id: message.id,
        projectId,
        kind: 'message_sent',
        by,
        subject: { id: message.id, title: messageExcerpt(body) },
      });
      if (files.length === 0 && replyTo === undefined) return { row: message, quoted: undefined, files: [] };
      return completeMessage(trx, this.#deps.files, message);
    });
  }

  /** Changes the words of a message. Throws as `#change` does. */
  async edit(act: MessageAct, body: string): Promise<WholeMessage> {
    return this.#change(act, async (trx, message) => {
      if (message.body === body) return completeMessage(trx, this.#deps.files, message);
      const change = { body, edited_at: isoNow(this.#deps.clock) };
      await updateMessage(trx, message.id, change);
      const { id, project_id: projectId } = message;
      await this.#deps.messageEdited(trx, { projectId, id, title: messageExcerpt(body) });
      return completeMessage(trx, this.#deps.files, { ...message, ...change });
    });
  }

  /**
   * Deletes a message with its files. If the other side may have seen it or it has replies, a line stays in its
   * place. Throws as `#change` does.
   */
  async delete(act: MessageAct): Promise<void> {
    const { files, clock, takeBackMail, messageDeleted } = this.#deps;
    await this.#change(act, async (trx, message) => {
      const { id, project_id: projectId, author_role } = message;
      const isMailTakenBack = await takeBackMail(trx, id);
      const isSeen =
        !isMailTakenBack ||
        (await isMessageRead(trx, projectId, author_role === 'owner' ? 'client' : 'studio', id));
      const hasGone = !isSeen && !(await hasReplies(trx, id));
      await files.deleteOf(trx, id);
      if (hasGone) await deleteMessage(trx, id);
      else {
        const deleted = {
          body: '',
          folded: null,
          deleted_at: isoNow(clock),
          edited_at: null,
          reply_to: null,
        };
        await updateMessage(trx, id, deleted);
      }
      await this.#restoreAnswer(trx, projectId);
      await messageDeleted(trx, { projectId, id, hasGone });
    });
  }

  /**
   * Adds a client's reason for wanting changes to the thread, in the transaction that requests them. It
   * records no event of its own: the milestone's event has the mail.
   */
  async postReason(
    trx: Trx,
    reason: { projectId: string; by: ProjectActor; milestoneTitle: string; reason: string },
  ): Promise<void> {
    const { projectId, by } = reason;
    const body = reasonMessage(reason.milestoneTitle, reason.reason);
    const newestId = await findNewestMessageId(trx, projectId);
    await this.#add(trx, newestId, { projectId, by, body, isRecord: true });
  }

  /**
   * Records how far a reader has read. A mark never moves back or past the last message. Reading doesn't
   * change the project, so it is recorded for archived ones too.
   * @throws what `lockSomeProject` throws
   */
  async markRead(
    projectId: string,
    reader: Reader,
    upTo: string,
  ): Promise<{ unread: number; readUpTo: string | null }> {
    const { db, clock } = this.#deps;
    return transaction(db, async (trx) => {
      await lockSomeProject(trx, projectId, {
        side: reader.role === 'client' ? 'client' : 'studio',
        accountId: reader.accountId,
      });
      const newest = await findNewestMessageId(trx, projectId);
      if (newest !== undefined) {
        const moved = await moveReadMark(trx, {
          project_id: projectId,
          account_id: reader.accountId,
          reader_role: reader.role,
          up_to: upTo < newest ? upTo : newest,
          read_at: isoNow(clock),
        });
        if (moved) await this.#deps.messagesRead(trx, { projectId, accountId: reader.accountId });
      }
      return this.#standing(trx, projectId, reader);
    });
  }

  /**
   * Notes that a client who wrote last needs no answer ("Thank you!"), or needs one after all. A later
   * message needs one again.
   * @throws conflict if they were answered or have written more than `upTo`; what `lockOpenProject` throws
   */
  async noteAnswer(
    projectId: string,
    { answer, upTo }: { answer: AnswerState; upTo: string },
  ): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      await lockOpenProject(trx, projectId, { side: 'studio' });
      const before = await findAnswerState(trx, projectId);
      if (before === answer) return;
      const newestId = await findLastOf(trx, projectId, 'client');
      const refusal = answerRefusal({ answer: before, newestId }, upTo);
      if (refusal !== undefined) throw new AppError('conflict', refusal);
      await setSettledUpTo(trx, projectId, answer === 'not_needed' ? upTo : null);
      await this.#deps.answerNoted(trx, projectId);
    });
  }

  /** The number of clients' messages in some projects that an admin hasn't read. */
  async countStudioUnread(accountId: string, projectIds: readonly string[]) {
    return countUnread(this.#deps.db, projectIds, { accountId, role: 'owner' });
  }

  /** Every message of some projects, one project after another, each with its newest part first. */
  async *readAll(projectIds: readonly string[]): AsyncIterable<WholeMessage> {
    for (const projectId of projectIds) {
      let before: string | undefined;
      do {
        const rows = await listMessages(this.#deps.db, projectId, { before, limit: READ_AT_ONCE });
        yield* await completeMessages(this.#deps.db, this.#deps.files, rows);
        before = rows.length === READ_AT_ONCE ? rows[0]?.id : undefined;
      } while (before !== undefined);
    }
  }

  /** Removes a person's name from their messages, which stay with the project. */
  async forgetPerson(trx: Trx, accountId: string): Promise<void> {
    await forgetAuthor(trx, accountId, DELETED_ACCOUNT_NAME);
    await this.#deps.files.forgetPerson(trx, accountId);
  }

  /**
   * @throws not_found, forbidden for another person's, invalid_transition once its time is over; what
   * `lockOpenProject` throws
   */
  async #change<Result>(
    { projectId, messageId, by }: MessageAct,
    work: (trx: Trx, message: MessageRow) => Promise<Result>,
  ): Promise<Result> {
    const { db, clock } = this.#deps;
    return transaction(db, async (trx) => {
      await lockOpenProject(trx, projectId, by);
      const message = await findMessage(trx, projectId, messageId);
      if (!message) throw new AppError('not_found', 'This message no longer exists.');
      const refusal = changeRefusal(changeFactsOf(message), by.accountId, clock.now());
      if (refusal) throw new AppError(refusal.code, refusal.message);
      return work(trx, message);
    });
  }

  /** Computes again whether the client waits for an answer, after one of the last messages was deleted. */
  async #restoreAnswer(trx: Trx, projectId: string): Promise<void> {
    const studios = (await findLastOf(trx, projectId, 'owner')) ?? '';
    const clients = (await findLastOf(trx, projectId, 'client')) ?? '';
    if (clients <= studios) return noteAnswered(trx, projectId);
    const settledUpTo = (await findSettledUpTo(trx, projectId)) ?? '';
    const isSettled = clients <= settledUpTo;
    const after = isSettled || settledUpTo < studios ? studios : settledUpTo;
    await putUnanswered(trx, {
      project_id: projectId,
      since: (await findWaitingSince(trx, projectId, after)) ?? isoNow(this.#deps.clock),
      is_settled: isSettled ? 1 : 0,
      settled_up_to: settledUpTo || null,
    });
  }

  async #standing(db: Db, projectId: string, reader: Reader) {
    const counts = await countUnread(db, [projectId], reader);
    const readUpTo = await findReadMark(db, projectId, reader);
    return { unread: counts[0]?.unread ?? 0, readUpTo: readUpTo ?? null };
  }

  /** The project's row must be locked: a thread's ids are in sequence. */
  async #add(
    trx: Trx,
    newestId: string | undefined,
    { projectId, by, body, key, replyTo, isRecord = false, mail }: NewMessage,
  ): Promise<MessageRow> {
    const now = isoNow(this.#deps.clock);
    // The side that wrote last waits for the other.
    if (by.side === 'client') await noteUnanswered(trx, projectId, now);
    else await noteAnswered(trx, projectId);
    const message: MessageRow = {
      id: newIdAfter(newestId),
      project_id: projectId,
      author_id: by.accountId,
      author_role: by.side === 'studio' ? 'owner' : 'client',
      author_name: await findActorName(trx, by),
      author_email: by.email,
      body,
      client_key: key ?? null,
      created_at: now,
      reply_to: replyTo ?? null,
      edited_at: null,
      deleted_at: null,
      is_record: isRecord ? 1 : 0,
      by_mail: mail?.proof ?? null,
      folded: mail?.folded ?? null,
    };
    await insertMessage(trx, message);
    return message;
  }
}

/** The facts of a message that decide whether it can be changed. */
export function changeFactsOf(row: MessageRow) {
  return {
    authorId: row.author_id,
    createdAt: row.created_at,
    isDeleted: row.deleted_at !== null,
    isRecord: row.is_record === 1,
  };
}

async function assertThere(trx: Trx, projectId: string, messageId: string): Promise<void> {
  const message = await findMessage(trx, projectId, messageId);
  if (message && message.deleted_at === null) return;
  throw new AppError('gone', 'The message you reply to has been deleted.');
}
