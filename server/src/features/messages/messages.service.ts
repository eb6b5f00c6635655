import { DELETED_ACCOUNT_NAME } from '@atelier/domain/accounts/rules.ts';
import { AppError } from '@atelier/domain/errors.ts';
import {
  type AnswerState,
  answerRefusal,
  messageExcerpt,
  reasonMessage,
} from '@atelier/domain/messages/rules.ts';
import { findActorName, type ProjectActor, type RecordEvent } from '../../core/projects/project-event.ts';
import { assertOpen, lockOpenProject, lockSomeProject } from '../../core/projects/project-lookup.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newIdAfter } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countUnread,
  findBeforeSending,
  findNewestMessageId,
  findReadMark,
  forgetAuthor,
  insertMessage,
  keepOwnProjects,
  listMessages,
  moveReadMark,
  type Reader,
} from './messages.repository.ts';
import type { MessageRow } from './messages.table.ts';
import { findAnswerState, noteAnswered, noteUnanswered, setAnswerState } from './unanswered.repository.ts';

export interface MessagesDeps extends Pick<Platform, 'db' | 'clock'> {
  recordEvent: RecordEvent;
  /** Called within the transaction that moved a reader's mark. */
  messagesRead(trx: Trx, read: { projectId: string; accountId: string }): Promise<void>;
  /** Called within the transaction that noted whether a client needs an answer. */
  answerNoted(trx: Trx, projectId: string): Promise<void>;
}

const READ_AT_ONCE = 200;

/** A page of messages as one reader sees them. */
export interface Thread {
  messages: MessageRow[];
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
  key: string | undefined;
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
      messages: hasOlder ? rows.slice(1) : rows,
      hasOlder,
      ...(await this.#standing(db, projectId, reader)),
      answer: await findAnswerState(db, projectId),
    };
  }

  /**
   * Adds a message. One already sent with the same key is returned unchanged, even if the project was
   * closed since.
   * @throws conflict for a key with another message; what `lockOpenProject` throws
   */
  async send(
    projectId: string,
    by: ProjectActor,
    { body, key }: { body: string; key?: string | undefined },
  ): Promise<MessageRow> {
    return transaction(this.#deps.db, async (trx) => {
      // The same call may run twice at once: the one that waits for the lock finds the message of the other.
      const project = await lockSomeProject(trx, projectId, by);
      const before = await findBeforeSending(trx, { projectId, authorId: by.accountId, key });
      if (before.sent) return requireSame(before.sent, body);
      assertOpen(project);
      const message = await this.#add(trx, before.newestId, { projectId, by, body, key });
      await this.#deps.recordEvent(trx, {
        projectId,
        kind: 'message_sent',
        by,
        subject: { id: message.id, title: messageExcerpt(body) },
      });
      return message;
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
    await this.#add(trx, await findNewestMessageId(trx, projectId), { projectId, by, body, key: undefined });
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
      const newestId = await findNewestMessageId(trx, projectId);
      const refusal = answerRefusal({ answer: before, newestId }, upTo);
      if (refusal !== undefined) throw new AppError('conflict', refusal);
      await setAnswerState(trx, projectId, answer);
      await this.#deps.answerNoted(trx, projectId);
    });
  }

  /** The unread messages in those of some projects that belong to the client. */
  async countOwnUnread(accountId: string, projectIds: readonly string[]) {
    const { db } = this.#deps;
    const own = await keepOwnProjects(db, projectIds, accountId);
    return countUnread(db, own, { accountId, role: 'client' });
  }

  /** The number of clients' messages in some projects that an admin hasn't read. */
  async countStudioUnread(accountId: string, projectIds: readonly string[]) {
    return countUnread(this.#deps.db, projectIds, { accountId, role: 'owner' });
  }

  /** Every message of some projects, one project after another, each with its newest part first. */
  async *readAll(projectIds: readonly string[]): AsyncIterable<MessageRow> {
    for (const projectId of projectIds) {
      let before: string | undefined;
      do {
        const rows = await listMessages(this.#deps.db, projectId, { before, limit: READ_AT_ONCE });
        yield* rows;
        before = rows.length === READ_AT_ONCE ? rows[0]?.id : undefined;
      } while (before !== undefined);
    }
  }

  /** Removes a person's name from their messages, which stay with the project. */
  async forgetPerson(trx: Trx, accountId: string): Promise<void> {
    await forgetAuthor(trx, accountId, DELETED_ACCOUNT_NAME);
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
    { projectId, by, body, key }: NewMessage,
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
    };
    await insertMessage(trx, message);
    return message;
  }
}

function requireSame(sent: MessageRow, body: string): MessageRow {
  if (sent.body === body) return sent;
  throw new AppError('conflict', 'A different message was already sent with this key.');
}
