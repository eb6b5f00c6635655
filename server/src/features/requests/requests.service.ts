import { DELETED_ACCOUNT_NAME } from '@atelier/domain/accounts/rules.ts';
import { AppError, notFound } from '@atelier/domain/errors.ts';
import type { RequestEvents } from '@atelier/domain/requests/events.ts';
import {
  inRequestOrder,
  MAX_REQUEST_ANSWERS,
  MAX_REQUESTS,
  type RequestAction,
} from '@atelier/domain/requests/rules.ts';
import type {
  AnswerRequest,
  AskAgain,
  ChangeRequest,
  NewRequest,
  SendRequests,
} from '@atelier/domain/requests/schema.ts';
import { truncate } from '@atelier/domain/text.ts';
import { findActorName, type ProjectActor, type RecordEvent } from '../../core/projects/project-event.ts';
import { lockOpenProject, requireProject } from '../../core/projects/project-lookup.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AnswerFilesService } from './answer-files.service.ts';
import { assertMay, assertSeen, changedMeanwhile, type RequestAct } from './request-acts.ts';
import { listFilesOfAnswers, listUnsentAnswerFiles } from './request-files.repository.ts';
import {
  findRequest,
  forgetAnswerer,
  insertAnswer,
  insertRequest,
  listAnswers,
  listRequests,
  setAnswerReason,
  updateRequest,
} from './requests.repository.ts';
import type { RequestAnswerRow, RequestFileRow, RequestRow } from './requests.table.ts';

export interface RequestsDeps extends Pick<Platform, 'db' | 'clock'> {
  recordEvent: RecordEvent;
  files: AnswerFilesService;
  /** Whether a milestone is one of the project's. */
  isMilestone(db: Db, projectId: string, milestoneId: string): Promise<boolean>;
  /** Changes what the mail about a request says that hasn't left yet; without words it is taken back. */
  rewordMail(
    trx: Trx,
    requestId: string,
    words: { title: string; detail: RequestEvents['request_sent'] } | undefined,
  ): Promise<void>;
}

/** A request with its answers, oldest first, and their files. */
export interface WholeRequest {
  row: RequestRow;
  answers: readonly { row: RequestAnswerRow; files: readonly RequestFileRow[] }[];
}

/** How much of an answer its event keeps, for the mail. */
const EXCERPT_LENGTH = 300;

/** What clients are asked to bring: the studio asks, the client's side answers, the studio accepts or asks again. */
export class RequestsService {
  readonly #deps: RequestsDeps;

  constructor(deps: RequestsDeps) {
    this.#deps = deps;
  }

  /** Every request of a project, in both sides' order. @throws not_found for a missing project */
  async list(projectId: string): Promise<WholeRequest[]> {
    const { db } = this.#deps;
    const rows = inRequestOrder(await listRequests(db, projectId));
    if (rows.length === 0) {
      await requireProject(db, projectId);
      return [];
    }
    const answers = await listAnswers(
      db,
      rows.map(({ id }) => id),
    );
    const files = await listFilesOfAnswers(
      db,
      answers.map(({ id }) => id),
    );
    const filesOf = Map.groupBy(files, ({ answer_id }) => answer_id);
    const answersOf = Map.groupBy(answers, ({ request_id }) => request_id);
    return rows.map((row) => ({
      row,
      answers: (answersOf.get(row.id) ?? []).map((answer) => ({
        row: answer,
        files: filesOf.get(answer.id) ?? [],
      })),
    }));
  }

  /** The files that an account has uploaded for answers and not sent yet. */
  async listUnsent(projectId: string, accountId: string): Promise<RequestFileRow[]> {
    return listUnsentAnswerFiles(this.#deps.db, projectId, accountId);
  }

  /**
   * Sends requests to the client. One that was sent with the same key, or of a template that the project has a request of, is
   * left out.
   * @throws limit_reached, not_found for a milestone of another project, what `lockOpenProject` throws
   */
  async send(projectId: string, by: ProjectActor, { items }: SendRequests): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      await lockOpenProject(trx, projectId, by);
      const rows = await listRequests(trx, projectId);
      for (const item of items) {
        if (rows.some((row) => isSame(row, item))) continue;
        if (rows.length >= MAX_REQUESTS) {
          throw new AppError('limit_reached', `A project has at most ${MAX_REQUESTS} requests.`);
        }
        rows.push(await this.#insert(trx, projectId, by, item));
      }
    });
  }

  async #insert(trx: Trx, projectId: string, by: ProjectActor, item: NewRequest): Promise<RequestRow> {
    const { clock, recordEvent } = this.#deps;
    await this.#assertMilestone(trx, projectId, item.milestoneId);
    const now = isoNow(clock);
    const row: RequestRow = {
      id: newId(),
      project_id: projectId,
      milestone_id: item.milestoneId,
      template: item.template,
      client_key: item.key,
      title: item.title,
      instructions: item.instructions,
      due: item.due,
      status: 'open',
      status_at: now,
      asked_at: now,
      revision: 1,
    };
    await insertRequest(trx, row);
    const subject = { id: row.id, title: row.title };
    // Its record has the request's id, by which a mail that waits is found again.
    const { id } = row;
    await recordEvent(trx, { id, projectId, kind: 'request_sent', by, subject, detail: { due: row.due } });
    return row;
  }

  /** Changes what a request says. @throws not_found, conflict */
  async change(act: RequestAct, { revision, milestoneId, ...texts }: ChangeRequest): Promise<void> {
    await this.#act(act, 'change', async (trx, row) => {
      assertSeen(row, revision);
      await this.#assertMilestone(trx, act.projectId, milestoneId);
      await this.#update(trx, row, { ...texts, milestone_id: milestoneId });
      const { title, due } = texts;
      await this.#deps.rewordMail(trx, row.id, { title, detail: { due } });
      await this.#record(trx, act, { ...row, title: texts.title }, 'request_changed');
    });
  }

  /** Marks a request as done. @throws not_found, conflict */
  async accept(act: RequestAct, revision: number): Promise<void> {
    await this.#act(act, 'accept', async (trx, row) => {
      assertSeen(row, revision);
      await this.#update(trx, row, { status: 'accepted' });
      await this.#record(trx, act, row, 'request_accepted');
    });
  }

  /** Withdraws a request. @throws not_found, conflict */
  async withdraw(act: RequestAct, revision: number): Promise<void> {
    await this.#act(act, 'withdraw', async (trx, row) => {
      assertSeen(row, revision);
      await this.#update(trx, row, { status: 'withdrawn' });
      await this.#record(trx, act, row, 'request_withdrawn');
    });
  }

  /** Asks for more after the last answer, with the reason. @throws not_found, conflict, also without an answer */
  async askAgain(act: RequestAct, { revision, reason }: AskAgain): Promise<void> {
    await this.#act(act, 'ask_again', async (trx, row) => {
      assertSeen(row, revision);
      const last = (await listAnswers(trx, [row.id])).at(-1);
      if (!last)
        throw new AppError('conflict', 'Nobody has answered this request. Send another one instead.');
      await setAnswerReason(trx, last.id, reason);
      await this.#update(trx, row, { status: 'open', asked_at: isoNow(this.#deps.clock) });
      await this.#deps.recordEvent(trx, {
        projectId: act.projectId,
        kind: 'request_asked_again',
        by: act.by,
        subject: { id: row.id, title: row.title },
        detail: { reason },
      });
    });
  }

  /**
   * Answers a request. An answer already sent with the same key changes nothing.
   * @throws not_found, conflict if anyone changed or answered it since the caller read it, other_key for
   * another answer with the key, gone for a missing file, validation_failed for an empty addition
   */
  async answer(act: RequestAct, sent: AnswerRequest): Promise<void> {
    await transaction(this.#deps.db, (trx) => this.answerWithin(trx, act, sent));
  }

  /** The same in a transaction of the caller's. */
  async answerWithin(
    trx: Trx,
    act: RequestAct,
    { body, files: fileIds, key, revision }: AnswerRequest,
  ): Promise<void> {
    const { clock, recordEvent, files } = this.#deps;
    await lockOpenProject(trx, act.projectId, act.by);
    const row = await this.#get(trx, act);
    const answers = await listAnswers(trx, [row.id]);
    const same = answers.find((sent) => sent.client_key === key);
    if (same) return requireSame(same, await listFilesOfAnswers(trx, [same.id]), { act, body, fileIds });
    assertMay('answer', row);
    assertUnanswered(row, revision, answers.at(-1));
    if (row.status === 'answered' && body === '' && fileIds.length === 0) {
      throw new AppError('validation_failed', 'Write something, or add a file.');
    }
    if (answers.length >= MAX_REQUEST_ANSWERS) {
      throw new AppError('limit_reached', `A request has at most ${MAX_REQUEST_ANSWERS} answers.`);
    }
    const answer: RequestAnswerRow = {
      id: newId(),
      request_id: row.id,
      body,
      account_id: act.by.accountId,
      author_name: await findActorName(trx, act.by),
      client_key: key,
      reason: null,
      by_mail_link: act.by.isByMailLink ? 1 : 0,
      created_at: isoNow(clock),
    };
    await insertAnswer(trx, answer);
    await files.give(trx, fileIds, answer.id, act);
    await this.#update(trx, row, { status: 'answered' });
    await recordEvent(trx, {
      projectId: act.projectId,
      kind: 'request_answered',
      by: act.by,
      subject: { id: row.id, title: row.title },
      detail: { files: fileIds.length, excerpt: truncate(body, EXCERPT_LENGTH) },
    });
  }

  /** Replaces a deleted account's name on its answers, which stay with the project. */
  async forgetPerson(trx: Trx, accountId: string): Promise<void> {
    await forgetAnswerer(trx, accountId, DELETED_ACCOUNT_NAME);
    await this.#deps.files.forgetPerson(trx, accountId);
  }

  async #update(trx: Trx, row: RequestRow, change: Partial<RequestRow>): Promise<void> {
    const isMove = change.status !== undefined && change.status !== row.status;
    const moved = isMove ? { status_at: isoNow(this.#deps.clock) } : {};
    if (!(await updateRequest(trx, row, { ...change, ...moved }))) throw changedMeanwhile();
    // Nobody is asked for what is here, or no longer needed.
    if (isMove) await this.#deps.rewordMail(trx, row.id, undefined);
  }

  async #record(
    trx: Trx,
    { projectId, by }: RequestAct,
    { id, title }: RequestRow,
    kind: 'request_changed' | 'request_accepted' | 'request_withdrawn',
  ): Promise<void> {
    await this.#deps.recordEvent(trx, { projectId, kind, by, subject: { id, title }, detail: {} });
  }

  async #assertMilestone(trx: Trx, projectId: string, milestoneId: string | null): Promise<void> {
    if (milestoneId === null || (await this.#deps.isMilestone(trx, projectId, milestoneId))) return;
    throw new AppError('not_found', 'This milestone is no longer there. Choose another one.');
  }

  async #act(
    act: RequestAct,
    action: RequestAction,
    work: (trx: Trx, row: RequestRow) => Promise<void>,
  ): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      await lockOpenProject(trx, act.projectId, act.by);
      const row = await this.#get(trx, act);
      assertMay(action, row);
      await work(trx, row);
    });
  }

  async #get(db: Db, { projectId, requestId }: RequestAct): Promise<RequestRow> {
    const row = await findRequest(db, projectId, requestId);
    if (!row) throw notFound();
    return row;
  }
}

/** Whether an item was sent already: by its key, or as a request of its template that isn't withdrawn. */
function isSame(row: RequestRow, { key, template }: NewRequest): boolean {
  if (row.client_key === key) return true;
  return template !== null && row.template === template && row.status !== 'withdrawn';
}

/** Throws other_key unless what is sent again with an answer's key is the same. */
function requireSame(
  sent: RequestAnswerRow,
  files: readonly RequestFileRow[],
  { act, body, fileIds }: { act: RequestAct; body: string; fileIds: readonly string[] },
): void {
  const isSame =
    sent.account_id === act.by.accountId &&
    sent.body === body &&
    files.map(({ id }) => id).join() === fileIds.join();
  if (!isSame)
    throw new AppError('other_key', 'Another answer was already sent. Read it, then send yours again.');
}

/** Throws conflict, with who was faster, if a request has changed since the caller read it. */
function assertUnanswered(row: RequestRow, seen: number, last: RequestAnswerRow | undefined): void {
  if (row.revision === seen) return;
  if (row.status !== 'answered' || !last) throw changedMeanwhile();
  throw new AppError(
    'conflict',
    `${last.author_name} has answered this meanwhile. Read it first: you can still send yours as an addition.`,
  );
}
