import { AppError, notFound } from '@atelier/domain/errors.ts';
import { type FileLimits, refusalBySize } from '@atelier/domain/files/rules.ts';
import { MAX_ANSWER_FILES, UNSENT_ANSWER_FILE_HOURS } from '@atelier/domain/requests/rules.ts';
import { receiveProjectFile, type Upload } from '../../core/projects/file-reception.ts';
import type { ProjectActor } from '../../core/projects/project-event.ts';
import { lockOpenProject } from '../../core/projects/project-lookup.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertMay, type RequestAct } from './request-acts.ts';
import {
  deleteRequestFile,
  deleteUnsentAnswerFilesBefore,
  deleteUnsentAnswerFilesOf,
  findRequestFileByKey,
  giveToAnswer,
  insertRequestFile,
  listRequestFileKeys,
  listUnsentAnswerFiles,
} from './request-files.repository.ts';
import { findRequest } from './requests.repository.ts';
import type { RequestFileRow } from './requests.table.ts';

export interface AnswerFilesDeps extends Pick<Platform, 'db' | 'clock' | 'storage'> {
  /** Of one file, in bytes. */
  maxBytes: number;
  /** How much a sender can still add to a project, all its files counted together. */
  findLimits(db: Db, to: { projectId: string; by: ProjectActor }): Promise<FileLimits>;
}

/** The files of answers. Each arrives before its answer, which takes it over when it is sent. */
export class AnswerFilesService {
  readonly #deps: AnswerFilesDeps;

  constructor(deps: AnswerFilesDeps) {
    this.#deps = deps;
  }

  get maxBytes(): number {
    return this.#deps.maxBytes;
  }

  /**
   * Stores a file for an answer that isn't sent yet. One already sent with the same key is returned unchanged.
   * @throws not_found, conflict for a request that takes no answer, quota_exceeded beyond an answer's files, what
   * `receiveProjectFile` throws
   */
  async upload(to: RequestAct, key: string | undefined, upload: Upload): Promise<RequestFileRow> {
    const { projectId, requestId, by } = to;
    return receiveProjectFile(this.#deps, upload, {
      projectId,
      by,
      findSent: async (trx) => {
        const sent =
          key === undefined
            ? undefined
            : await findRequestFileByKey(trx, { requestId, accountId: by.accountId, key });
        return sent?.project_id === projectId ? sent : undefined;
      },
      assertFits: async (trx, bytes) => {
        const request = await findRequest(trx, projectId, requestId);
        if (!request) throw notFound();
        assertMay('answer', request);
        const unsent = await listUnsentAnswerFiles(trx, projectId, by.accountId);
        if (unsent.filter((file) => file.request_id === requestId).length >= MAX_ANSWER_FILES) {
          throw new AppError('quota_exceeded', `Send up to ${MAX_ANSWER_FILES} files with one answer.`);
        }
        const limits = await this.#deps.findLimits(trx, { projectId, by });
        const refusal = refusalBySize(Math.max(1, bytes), limits);
        if (refusal) throw new AppError(refusal.code, refusal.message);
      },
      insert: async (trx, facts) => {
        const row: RequestFileRow = {
          ...facts,
          id: newId(),
          project_id: projectId,
          request_id: requestId,
          answer_id: null,
          position: 0,
          account_id: by.accountId,
          client_key: key ?? null,
          created_at: isoNow(this.#deps.clock),
        };
        await insertRequestFile(trx, row);
        return row;
      },
    });
  }

  /**
   * Deletes a file of the caller's that no answer has yet.
   * @throws not_found, also for another person's, what `lockOpenProject` throws
   */
  async deleteUnsent({ projectId, requestId, by }: RequestAct, fileId: string): Promise<void> {
    const { db, storage } = this.#deps;
    await transaction(db, async (trx) => {
      await lockOpenProject(trx, projectId, by);
      const unsent = await listUnsentAnswerFiles(trx, projectId, by.accountId);
      const file = unsent.find((each) => each.id === fileId && each.request_id === requestId);
      if (!file) throw new AppError('not_found', 'This file no longer exists.');
      await storage.drop(trx, [file.stored_key]);
      await deleteRequestFile(trx, file.id);
    });
  }

  /** Gives unsent files of its author's to an answer, in their order. Throws `gone` if one is missing. */
  async give(trx: Trx, ids: readonly string[], answerId: string, to: RequestAct): Promise<void> {
    if (ids.length === 0) return;
    const unsent = await listUnsentAnswerFiles(trx, to.projectId, to.by.accountId);
    const own = new Set(unsent.filter(({ request_id }) => request_id === to.requestId).map(({ id }) => id));
    for (const [position, id] of ids.entries()) {
      if (!own.has(id) || !(await giveToAnswer(trx, id, { answerId, position }))) {
        throw new AppError('gone', 'A file is no longer here. Remove it and choose it again.');
      }
    }
  }

  /** Deletes files whose answer was never sent. */
  async deleteForgotten(): Promise<void> {
    const { db, clock, storage } = this.#deps;
    await transaction(db, async (trx) => {
      const before = isoIn(clock, -UNSENT_ANSWER_FILE_HOURS * 3600);
      await storage.drop(trx, await deleteUnsentAnswerFilesBefore(trx, before));
    });
  }

  /** Deletes a deleted account's unsent files. */
  async forgetPerson(trx: Trx, accountId: string): Promise<void> {
    await this.#deps.storage.drop(trx, await deleteUnsentAnswerFilesOf(trx, accountId));
  }

  /** Releases the bytes of every file of a project being deleted; the rows go with it. */
  async projectDeleting(trx: Trx, projectId: string): Promise<void> {
    await this.#deps.storage.drop(trx, await listRequestFileKeys(trx, projectId));
  }
}
