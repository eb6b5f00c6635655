import { AppError } from '@atelier/domain/errors.ts';
import { type FileLimits, refusalBySize } from '@atelier/domain/files/rules.ts';
import { UNSENT_FILE_HOURS } from '@atelier/domain/messages/rules.ts';
import { receiveProjectFile, type Upload } from '../../core/projects/file-reception.ts';
import type { ProjectActor } from '../../core/projects/project-event.ts';
import { lockOpenProject } from '../../core/projects/project-lookup.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deleteMessageFiles,
  deleteUnsentBefore,
  deleteUnsentOf,
  findMessageFileByKey,
  giveToMessage,
  insertMessageFile,
  listFilesOf,
  listMessageFileKeys,
  listUnsentFiles,
} from './message-files.repository.ts';
import type { MessageFileRow } from './messages.table.ts';

export interface MessageFilesDeps extends Pick<Platform, 'db' | 'clock' | 'storage'> {
  /** Of one file, in bytes. */
  maxBytes: number;
  /** How much a sender can still add to a project, its files and attachments counted together. */
  findLimits(db: Db, to: { projectId: string; by: ProjectActor }): Promise<FileLimits>;
}

/** The files of messages. Each arrives before its message, which takes it over when it is sent. */
export class MessageFilesService {
  readonly #deps: MessageFilesDeps;

  constructor(deps: MessageFilesDeps) {
    this.#deps = deps;
  }

  get maxBytes(): number {
    return this.#deps.maxBytes;
  }

  /**
   * Stores a file for a message that isn't sent yet. One already sent with the same key is returned unchanged.
   * @throws what `receiveProjectFile` throws
   */
  async attach(
    to: { projectId: string; by: ProjectActor; key: string | undefined },
    upload: Upload,
  ): Promise<MessageFileRow> {
    const { projectId, by, key } = to;
    return receiveProjectFile(this.#deps, upload, {
      projectId,
      by,
      findSent: async (trx) =>
        key === undefined
          ? undefined
          : findMessageFileByKey(trx, { projectId, accountId: by.accountId, key }),
      assertFits: async (trx, bytes) => {
        const refusal = refusalBySize(
          Math.max(1, bytes),
          await this.#deps.findLimits(trx, { projectId, by }),
        );
        if (refusal) throw new AppError(refusal.code, refusal.message);
      },
      insert: async (trx, facts) => {
        const row: MessageFileRow = {
          ...facts,
          id: newId(),
          project_id: projectId,
          message_id: null,
          position: 0,
          side: by.side,
          account_id: by.accountId,
          client_key: key ?? null,
          created_at: isoNow(this.#deps.clock),
        };
        await insertMessageFile(trx, row);
        return row;
      },
    });
  }

  /**
   * Deletes a file that no message has yet.
   * @throws not_found, forbidden for another person's, what `lockOpenProject` throws
   */
  async deleteUnsent({
    projectId,
    attachmentId,
    by,
  }: {
    projectId: string;
    attachmentId: string;
    by: ProjectActor;
  }): Promise<void> {
    const { db } = this.#deps;
    await transaction(db, async (trx) => {
      await lockOpenProject(trx, projectId, by);
      const [file] = await listUnsentFiles(trx, projectId, [attachmentId]);
      if (!file) throw new AppError('not_found', 'This file no longer exists.');
      if (file.account_id !== by.accountId) {
        throw new AppError('forbidden', 'Only the person who sent a file can take it back.');
      }
      await this.#drop(trx, [file]);
    });
  }

  /** The files of some messages, by message. */
  async listOf(
    messageIds: readonly string[],
    db: Db = this.#deps.db,
  ): Promise<Map<string, MessageFileRow[]>> {
    return Map.groupBy(await listFilesOf(db, messageIds), (row) => row.message_id ?? '');
  }

  /** Gives unsent files of its author's to a message, in their order. Throws `gone` if one is missing. */
  async give(
    trx: Trx,
    ids: readonly string[],
    to: { projectId: string; messageId: string; accountId: string },
  ): Promise<void> {
    const { projectId, messageId, accountId } = to;
    const files = await listUnsentFiles(trx, projectId, ids);
    const own = new Set(files.filter((file) => file.account_id === accountId).map(({ id }) => id));
    for (const [position, id] of ids.entries()) {
      if (!own.has(id) || !(await giveToMessage(trx, id, { messageId, position }))) throw goneFile();
    }
  }

  /** Deletes the files of a message. */
  async deleteOf(trx: Trx, messageId: string): Promise<void> {
    await this.#drop(trx, await listFilesOf(trx, [messageId]));
  }

  /** Deletes files whose message was never sent. */
  async deleteForgotten(): Promise<void> {
    const { db, clock, storage } = this.#deps;
    await transaction(db, async (trx) => {
      const keys = await deleteUnsentBefore(trx, isoIn(clock, -UNSENT_FILE_HOURS * 3600));
      await storage.drop(trx, keys);
    });
  }

  /** Deletes a deleted account's unsent files. */
  async forgetPerson(trx: Trx, accountId: string): Promise<void> {
    const keys = await deleteUnsentOf(trx, accountId);
    await this.#deps.storage.drop(trx, keys);
  }

  /** Releases the bytes of every file of a project being deleted; the rows go with it. */
  async projectDeleting(trx: Trx, projectId: string): Promise<void> {
    const keys = await listMessageFileKeys(trx, projectId);
    await this.#deps.storage.drop(trx, keys);
  }

  async #drop(trx: Trx, files: readonly MessageFileRow[]): Promise<void> {
    const keys = files.map((file) => file.stored_key);
    await this.#deps.storage.drop(trx, keys);
    const ids = files.map((file) => file.id);
    await deleteMessageFiles(trx, ids);
  }
}

const goneFile = () =>
  new AppError('gone', 'An attached file is no longer here. Remove it and attach it again.');
