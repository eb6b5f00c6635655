import { AppError } from '@atelier/domain/errors.ts';
import { type FileLimits, MAX_PROJECT_FILES, refusalBySize } from '@atelier/domain/files/rules.ts';
import { receiveProjectFile, type StoredFacts, type Upload } from '../../core/projects/file-reception.ts';
import type { ProjectActor, RecordEvent } from '../../core/projects/project-event.ts';
import { lockOpenProject } from '../../core/projects/project-lookup.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deleteFile,
  findFile,
  findFileByKey,
  insertVersion,
  listFiles,
  listStoredKeys,
  measureFiles,
  measureSentBy,
} from './files.repository.ts';
import type { FileRows, FileVersionRow } from './files.table.ts';

export interface FilesDeps extends Pick<Platform, 'db' | 'clock' | 'storage'> {
  recordEvent: RecordEvent;
  /** Of one file, in bytes. */
  maxBytes: number;
  /** Of everything in a project, old versions and attachments included, in bytes. */
  quotaBytes: number;
  /** The limit for everything one client sends, in bytes. */
  accountQuotaBytes: number;
  /** What the attachments of messages and of answers take up: of a project, and of what an account sent as a client. */
  attachments: {
    measure(db: Db, projectId: string): Promise<{ bytes: number; count: number }>;
    measureSentBy(db: Db, accountId: string): Promise<number>;
  };
}

/** A file's destination: a project, and the file there that it replaces. */
interface Target {
  projectId: string;
  fileId?: string;
  by: ProjectActor;
  /** The upload's key, chosen by the sender. */
  key?: string | undefined;
}

/** The studio's deliverables and the client's files. */
export class FilesService {
  readonly #deps: FilesDeps;

  constructor(deps: FilesDeps) {
    this.#deps = deps;
  }

  /** Every file of a project, last changed first, and how much the caller can still send. */
  async list(projectId: string, by: ProjectActor): Promise<{ files: FileRows[]; limits: FileLimits }> {
    const { db } = this.#deps;
    const [files, limits] = await Promise.all([
      listFiles(db, projectId),
      this.findLimits(db, { projectId, by }),
    ]);
    return { files, limits };
  }

  /**
   * Stores a file of a project, or with `fileId` a new version of one. A file already sent with the same
   * key is returned unchanged.
   * @throws not_found, project_closed, file_empty, payload_too_large, quota_exceeded, file_type_refused,
   * insufficient_storage
   */
  async add(target: Target, upload: Upload): Promise<FileRows> {
    const { projectId, by } = target;
    return receiveProjectFile(this.#deps, upload, {
      projectId,
      by,
      findSent: (trx) => findSent(trx, target),
      assertFits: (trx, bytes) => this.#assertFits(trx, target, bytes),
      insert: (trx, facts, replaced) => this.#insert(trx, target, replaced, facts),
    });
  }

  /**
   * Deletes a file and all its versions. The client's side deletes only its own files, and a colleague who follows
   * only those that they sent; the studio deletes any.
   */
  async delete({ projectId, fileId, by }: Required<Omit<Target, 'key'>>): Promise<void> {
    const { db, storage, recordEvent } = this.#deps;
    await transaction(db, async (trx) => {
      await lockOpenProject(trx, projectId, by);
      const file = await getFile(trx, projectId, fileId);
      if (by.side === 'client' && file[0].side !== 'client') {
        throw new AppError('forbidden', 'Only the studio can delete its deliverables.');
      }
      if (by.clientRole === 'follows' && file.some((row) => row.account_id !== by.accountId)) {
        throw new AppError('forbidden', 'You can delete only files that you sent yourself.');
      }
      await storage.drop(
        trx,
        file.map((row) => row.stored_key),
      );
      await deleteFile(trx, projectId, fileId);
      await recordEvent(trx, {
        projectId,
        kind: 'file_deleted',
        by,
        subject: { id: fileId, title: file[0].name },
        detail: { versions: file.length },
      });
    });
  }

  /** Every file of these projects, project by project. */
  async *readAll(projectIds: readonly string[]): AsyncIterable<{ projectId: string; files: FileRows[] }> {
    for (const projectId of projectIds) {
      yield { projectId, files: await listFiles(this.#deps.db, projectId) };
    }
  }

  /** Releases the bytes of every file of a project being deleted; the rows go with it. */
  async projectDeleting(trx: Trx, projectId: string): Promise<void> {
    await this.#deps.storage.drop(trx, await listStoredKeys(trx, projectId));
  }

  /** Checks, with client and project locked, that so many bytes fit. @returns the size they would replace */
  async #assertFits(trx: Trx, target: Target, bytes: number): Promise<FileRows | undefined> {
    const { projectId, fileId } = target;
    const replaced = fileId ? await getFile(trx, projectId, fileId) : undefined;
    if (replaced && replaced[0].side !== 'studio') {
      throw new AppError('forbidden', 'Only the studio’s own deliverables can be replaced.');
    }
    const refusal = refusalBySize(Math.max(1, bytes), await this.findLimits(trx, target));
    if (refusal) throw new AppError(refusal.code, refusal.message);
    return replaced;
  }

  /** How much a sender can still add to a project, its messages' attachments counted. */
  async findLimits(db: Db, { projectId, by }: Pick<Target, 'projectId' | 'by'>): Promise<FileLimits> {
    const { maxBytes, quotaBytes, accountQuotaBytes, attachments } = this.#deps;
    const files = await measureFiles(db, projectId);
    const attached = await attachments.measure(db, projectId);
    const sent = async () =>
      (await measureSentBy(db, by.accountId)) + (await attachments.measureSentBy(db, by.accountId));
    const account = by.side === 'client' ? { usedBytes: await sent(), quotaBytes: accountQuotaBytes } : null;
    return {
      maxBytes,
      usedBytes: files.bytes + attached.bytes,
      quotaBytes,
      usedFiles: files.count + attached.count,
      maxFiles: MAX_PROJECT_FILES,
      account,
    };
  }

  async #insert(
    trx: Trx,
    { projectId, by, key }: Target,
    replaced: FileRows | undefined,
    facts: StoredFacts,
  ): Promise<FileRows> {
    const id = newId();
    const row: FileVersionRow = {
      ...facts,
      id,
      project_id: projectId,
      file_id: replaced?.[0].file_id ?? id,
      version: (replaced?.[0].version ?? 0) + 1,
      side: by.side,
      account_id: by.accountId,
      client_key: key ?? null,
      created_at: isoNow(this.#deps.clock),
    };
    await insertVersion(trx, row);
    await this.#deps.recordEvent(trx, {
      projectId,
      kind: replaced ? 'file_replaced' : 'file_added',
      by,
      subject: { id: row.file_id, title: row.name },
      detail: { size: row.size, type: row.type, version: row.version },
    });
    return [row, ...(replaced ?? [])];
  }
}

async function findSent(trx: Trx, { projectId, by, key }: Target): Promise<FileRows | undefined> {
  return key === undefined ? undefined : findFileByKey(trx, { projectId, accountId: by.accountId, key });
}

async function getFile(trx: Trx, projectId: string, fileId: string): Promise<FileRows> {
  const file = await findFile(trx, projectId, fileId);
  if (!file) throw new AppError('not_found', 'This file no longer exists.');
  return file;
}
