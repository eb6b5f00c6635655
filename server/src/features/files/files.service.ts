import { AppError } from '@atelier/domain/errors.ts';
import {
  cleanFileName,
  type FileLimits,
  MAX_PROJECT_FILES,
  refusalBySize,
  refusalOfFile,
} from '@atelier/domain/files/rules.ts';
import { lockOwnAccount } from '../../core/accounts/own-account.ts';
import type { ProjectActor, RecordEvent } from '../../core/projects/project-event.ts';
import { lockOpenProject } from '../../core/projects/project-lookup.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { IncomingFile, ReceiveFile } from '../../platform/http/upload.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SpooledFile } from '../../platform/storage/spool.ts';
import { presentFile, type SignDownload } from './files.presenter.ts';
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
  /** Of all versions of all files of a project, in bytes. */
  quotaBytes: number;
  /** The limit for everything one client sends, in bytes. */
  accountQuotaBytes: number;
}

/** A file being uploaded to a project. */
export interface Upload {
  announcedBytes: number | undefined;
  receive: ReceiveFile;
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
      this.#findLimits(db, { projectId, by }),
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
    const { db, storage, maxBytes } = this.#deps;
    // Before the first byte: a refused upload must not be transferred.
    const before = await transaction(db, async (trx) => {
      const sent = await findSent(trx, target);
      if (sent) return sent;
      await lockTarget(trx, target);
      await this.#assertFits(trx, target, upload.announcedBytes ?? 1);
      return undefined;
    });
    if (before) {
      await upload.receive(discard);
      return before;
    }
    await storage.assertRoom(upload.announcedBytes ?? 1);
    await using arrived = new AsyncDisposableStack();
    const { name, spooled } = await upload.receive(async (incoming) => {
      const name = cleanFileName(incoming.name);
      return { name, spooled: arrived.use(await storage.receive(incoming.bytes, { name, maxBytes })) };
    });
    assertTaken(name, spooled);
    const key = await storage.put(spooled, { name });
    // Awaited here: nothing else handles the promise until the spool is emptied.
    return await transaction(db, async (trx) => {
      await lockTarget(trx, target);
      // The same upload may run twice at once. These bytes belong to no file and are deleted again.
      const repeated = await findSent(trx, target);
      if (repeated) return repeated;
      const replaced = await this.#assertFits(trx, target, spooled.size);
      await storage.keep(trx, key);
      return this.#insert(trx, target, replaced, {
        name,
        stored_key: key,
        size: spooled.size,
        type: spooled.type,
      });
    });
  }

  /**
   * Deletes a file and all its versions. A client deletes only the client's files; the studio deletes any.
   */
  async delete({ projectId, fileId, by }: Required<Omit<Target, 'key'>>): Promise<void> {
    const { db, storage, recordEvent } = this.#deps;
    await transaction(db, async (trx) => {
      await lockOpenProject(trx, projectId, by);
      const file = await getFile(trx, projectId, fileId);
      if (by.side === 'client' && file[0].side !== 'client') {
        throw new AppError('forbidden', 'Only the studio can delete its deliverables.');
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

  /** Every file of these projects, with links to its versions, project by project. */
  async *readAll(projectIds: readonly string[], sign: SignDownload) {
    for (const projectId of projectIds) {
      for (const file of await listFiles(this.#deps.db, projectId)) {
        yield { projectId, ...presentFile(file, sign) };
      }
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
    const refusal = refusalBySize(Math.max(1, bytes), await this.#findLimits(trx, target));
    if (refusal) throw new AppError(refusal.code, refusal.message);
    return replaced;
  }

  async #findLimits(db: Db, { projectId, by }: Pick<Target, 'projectId' | 'by'>): Promise<FileLimits> {
    const { maxBytes, quotaBytes, accountQuotaBytes } = this.#deps;
    const { bytes, count } = await measureFiles(db, projectId);
    const account =
      by.side === 'client'
        ? { usedBytes: await measureSentBy(db, by.accountId), quotaBytes: accountQuotaBytes }
        : null;
    return {
      maxBytes,
      usedBytes: bytes,
      quotaBytes,
      usedFiles: count,
      maxFiles: MAX_PROJECT_FILES,
      account,
    };
  }

  async #insert(
    trx: Trx,
    { projectId, by, key }: Target,
    replaced: FileRows | undefined,
    facts: Pick<FileVersionRow, 'name' | 'stored_key' | 'size' | 'type'>,
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

async function lockTarget(trx: Trx, { projectId, by }: Target): Promise<void> {
  // Uploads of a client to two projects at once count together.
  if (by.side === 'client') await lockOwnAccount(trx, by.accountId);
  await lockOpenProject(trx, projectId, by);
}

async function findSent(trx: Trx, { projectId, by, key }: Target): Promise<FileRows | undefined> {
  return key === undefined ? undefined : findFileByKey(trx, { projectId, accountId: by.accountId, key });
}

/** Reads the upload to its end without storing it. */
async function discard({ bytes }: IncomingFile): Promise<void> {
  for await (const _ of bytes);
}

function assertTaken(name: string, { size, type }: SpooledFile): void {
  if (size === 0) throw new AppError('file_empty', 'This file is empty. Save it again, then send it.');
  const refusal = refusalOfFile(name, type);
  if (refusal) throw new AppError('file_type_refused', refusal);
}

async function getFile(trx: Trx, projectId: string, fileId: string): Promise<FileRows> {
  const file = await findFile(trx, projectId, fileId);
  if (!file) throw new AppError('not_found', 'This file no longer exists.');
  return file;
}
