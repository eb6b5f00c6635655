import { DELETED_ACCOUNT_NAME } from '@atelier/domain/accounts/rules.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { canHaveComments, feedbackRounds, MAX_VERSION_COMMENTS } from '@atelier/domain/files/rules.ts';
import type { AddFileComment, FileReview } from '@atelier/domain/files/schema.ts';
import { findActorName, type ProjectActor, type RecordEvent } from '../../core/projects/project-event.ts';
import { assertOpen, lockOpenProject, lockSomeProject } from '../../core/projects/project-lookup.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newIdAfter } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { findFile } from './files.repository.ts';
import type { FileCommentRow, FileRows, FileVersionRow } from './files.table.ts';
import {
  countComments,
  deleteComment,
  forgetReviewer,
  insertApproval,
  insertComment,
  listApprovals,
  listComments,
  updateComment,
} from './reviews.repository.ts';

export interface ReviewsDeps extends Pick<Platform, 'db' | 'clock'> {
  recordEvent: RecordEvent;
  /** Tells open pages that comments were edited, resolved or deleted. */
  commentsChanged(trx: Trx, projectId: string): Promise<void>;
}

/** A file of a project, and who acts on it. */
interface FileAct {
  projectId: string;
  fileId: string;
  by: ProjectActor;
}
type CommentAct = FileAct & { commentId: string };

/** What both sides have said of each version, by the version's row. */
export type Reviews = ReadonlyMap<string, FileReview>;

/** Comments on deliverables, and the client's approvals. */
export class ReviewsService {
  readonly #deps: ReviewsDeps;

  constructor(deps: ReviewsDeps) {
    this.#deps = deps;
  }

  /** The reviews of deliverables among these files of one project; the client's files have none. */
  async readReviews(projectId: string, files: readonly FileRows[], db: Db = this.#deps.db): Promise<Reviews> {
    const [counts, approvals] = await Promise.all([
      countComments(db, projectId),
      listApprovals(db, projectId),
    ]);
    const countsOf = new Map(counts.map((count) => [count.version_id, count]));
    const approvalOf = new Map(approvals.map((approval) => [approval.version_id, approval]));
    const reviews = new Map<string, FileReview>();
    for (const [newest, ...older] of files) {
      if (newest.side !== 'studio') continue;
      const oldestFirst = [newest, ...older].toReversed();
      const rounds = feedbackRounds(oldestFirst.map(({ id }) => (countsOf.get(id)?.clients ?? 0) > 0));
      for (const [at, { id }] of oldestFirst.entries()) {
        const approval = approvalOf.get(id);
        reviews.set(id, {
          round: rounds[at] ?? 1,
          comments: countsOf.get(id)?.pins ?? 0,
          open: countsOf.get(id)?.open ?? 0,
          approval: approval ? { name: approval.account_name, at: approval.approved_at } : null,
        });
      }
    }
    return reviews;
  }

  /** The comments on a version, by its row. */
  async listOf(versionId: string): Promise<FileCommentRow[]> {
    return listComments(this.#deps.db, versionId);
  }

  /** The comments on a version. Throws not_found for a missing one. */
  async list(projectId: string, fileId: string, version: number): Promise<FileCommentRow[]> {
    const { db } = this.#deps;
    const file = await getFile(db, projectId, fileId);
    return listComments(db, getVersion(file, version).id);
  }

  /**
   * Adds a comment to the newest version of a deliverable, or a reply on any. One already sent with the same
   * key is returned unchanged, even if the project has been closed since.
   * @throws not_found, project_closed, conflict for an older version, other_key,
   * invalid_transition for a file without comments, limit_reached
   */
  async add(act: FileAct & { version: number }, sent: AddFileComment): Promise<FileCommentRow> {
    const { projectId, fileId, by } = act;
    return transaction(this.#deps.db, async (trx) => {
      const project = await lockSomeProject(trx, projectId, by);
      const file = await getFile(trx, projectId, fileId);
      const version = getVersion(file, act.version);
      const comments = await listComments(trx, version.id);
      const repeated =
        sent.key && comments.find((row) => row.client_key === sent.key && row.author_id === by.accountId);
      if (repeated) return requireSame(repeated, sent);
      assertOpen(project);
      assertRoomFor(sent, { file, version, comments });
      const row: FileCommentRow = {
        id: newIdAfter(comments.at(-1)?.id),
        project_id: projectId,
        version_id: version.id,
        reply_to: sent.replyTo ?? null,
        page: sent.point?.page ?? null,
        x: sent.point?.x ?? null,
        y: sent.point?.y ?? null,
        author_id: by.accountId,
        author_side: by.side,
        author_name: await findActorName(trx, by),
        body: sent.body,
        client_key: sent.key ?? null,
        created_at: isoNow(this.#deps.clock),
        edited_at: null,
        resolved_at: null,
      };
      await insertComment(trx, row);
      await this.#deps.recordEvent(trx, {
        projectId,
        kind: 'file_commented',
        by,
        subject: { id: fileId, title: version.name },
        detail: { version: version.version },
      });
      return row;
    });
  }

  /** Changes a comment's words. Throws forbidden for another person's. */
  async edit(act: CommentAct, body: string): Promise<FileCommentRow> {
    return this.#change(act, async (trx, comment) => {
      assertOwn(comment, act.by);
      if (comment.body === body) return comment;
      const change = { body, edited_at: isoNow(this.#deps.clock) };
      await updateComment(trx, comment.id, change);
      return { ...comment, ...change };
    });
  }

  /** Resolves a pinned comment, or opens it again. Setting the same state again changes nothing. */
  async resolve(act: CommentAct, isResolved: boolean): Promise<FileCommentRow> {
    return this.#change(act, async (trx, comment) => {
      if (comment.reply_to !== null) {
        throw new AppError('invalid_transition', 'Resolve the comment that this replies to.');
      }
      if ((comment.resolved_at !== null) === isResolved) return comment;
      const change = { resolved_at: isResolved ? isoNow(this.#deps.clock) : null };
      await updateComment(trx, comment.id, change);
      return { ...comment, ...change };
    });
  }

  /** Deletes a comment. Throws forbidden for another person's, invalid_transition for one with replies. */
  async delete(act: CommentAct): Promise<void> {
    await this.#change(act, async (trx, comment, all) => {
      assertOwn(comment, act.by);
      if (all.some(({ reply_to }) => reply_to === comment.id)) {
        throw new AppError(
          'invalid_transition',
          'This comment has a reply, so it stays. Resolve it instead.',
        );
      }
      await deleteComment(trx, comment.id);
      return comment;
    });
  }

  /**
   * Records the client's approval of a deliverable's newest version. Approving it again changes nothing.
   * @throws not_found, project_closed, conflict if there is a newer version, invalid_transition for a file of
   * the client's
   */
  async approve({ projectId, fileId, by }: FileAct, version: number): Promise<FileRows> {
    return transaction(this.#deps.db, async (trx) => {
      await lockOpenProject(trx, projectId, by);
      const file = await getFile(trx, projectId, fileId);
      const [newest] = file;
      if (newest.side !== 'studio') {
        throw new AppError('invalid_transition', 'Only the studio’s deliverables are approved.');
      }
      if (newest.version !== version) {
        throw new AppError('conflict', 'There’s a newer version. Look at that one first.');
      }
      const approvals = await listApprovals(trx, projectId);
      if (approvals.some(({ version_id }) => version_id === newest.id)) return file;
      await insertApproval(trx, {
        version_id: newest.id,
        project_id: projectId,
        account_id: by.accountId,
        account_name: await findActorName(trx, by),
        approved_at: isoNow(this.#deps.clock),
      });
      await this.#deps.recordEvent(trx, {
        projectId,
        kind: 'file_approved',
        by,
        subject: { id: fileId, title: newest.name },
        detail: { version },
      });
      return file;
    });
  }

  /** Removes a person's name from their comments and approvals, which stay with the project. */
  async forgetPerson(trx: Trx, accountId: string): Promise<void> {
    await forgetReviewer(trx, accountId, DELETED_ACCOUNT_NAME);
  }

  async #change(
    { projectId, fileId, commentId, by }: CommentAct,
    work: (trx: Trx, comment: FileCommentRow, all: readonly FileCommentRow[]) => Promise<FileCommentRow>,
  ): Promise<FileCommentRow> {
    return transaction(this.#deps.db, async (trx) => {
      await lockOpenProject(trx, projectId, by);
      for (const { id } of await getFile(trx, projectId, fileId)) {
        const all = await listComments(trx, id);
        const comment = all.find((row) => row.id === commentId);
        if (!comment) continue;
        const changed = await work(trx, comment, all);
        await this.#deps.commentsChanged(trx, projectId);
        return changed;
      }
      throw new AppError('not_found', 'This comment no longer exists.');
    });
  }
}

function assertRoomFor(
  sent: AddFileComment,
  at: { file: FileRows; version: FileVersionRow; comments: readonly FileCommentRow[] },
): void {
  const { version, comments } = at;
  if (!canHaveComments(version.side, version.type)) {
    throw new AppError('invalid_transition', 'Comments go on the studio’s pictures and PDFs.');
  }
  if (sent.point && version.id !== at.file[0].id) {
    throw new AppError('conflict', 'There’s a newer version. Comment on that one.');
  }
  const answered = comments.find(({ id }) => id === sent.replyTo);
  if (sent.replyTo && answered?.reply_to !== null) {
    throw new AppError('not_found', 'This comment no longer exists.');
  }
  if (comments.length >= MAX_VERSION_COMMENTS) {
    throw new AppError(
      'limit_reached',
      `A version can have up to ${MAX_VERSION_COMMENTS} comments. Write a message instead.`,
    );
  }
}

function requireSame(row: FileCommentRow, { body, point, replyTo }: AddFileComment): FileCommentRow {
  const isSame =
    row.reply_to === (replyTo ?? null) &&
    row.page === (point?.page ?? null) &&
    row.x === (point?.x ?? null) &&
    row.y === (point?.y ?? null);
  // An edit since then changed the words, and is no other comment.
  if (isSame && (row.body === body || row.edited_at !== null)) return row;
  throw new AppError('other_key', 'Another comment was sent with this key.');
}

function assertOwn(comment: FileCommentRow, by: ProjectActor): void {
  if (comment.author_id === by.accountId) return;
  throw new AppError('forbidden', 'Only the person who wrote a comment can change it.');
}

async function getFile(db: Db, projectId: string, fileId: string): Promise<FileRows> {
  const file = await findFile(db, projectId, fileId);
  if (!file) throw new AppError('not_found', 'This file no longer exists.');
  return file;
}

function getVersion(file: FileRows, version: number): FileVersionRow {
  const found = file.find((row) => row.version === version);
  if (!found) throw new AppError('not_found', 'This version no longer exists.');
  return found;
}
