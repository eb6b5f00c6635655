import { AppError } from '@atelier/domain/errors.ts';
import { cleanFileName, refusalOfFile } from '@atelier/domain/files/rules.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { IncomingFile, ReceiveFile } from '../../platform/http/upload.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SpooledFile } from '../../platform/storage/spool.ts';
import { lockOwnAccount } from '../accounts/own-account.ts';
import type { ProjectActor } from './project-event.ts';
import { lockOpenProject } from './project-lookup.ts';

/** A file being uploaded to a project. */
export interface Upload {
  announcedBytes: number | undefined;
  receive: ReceiveFile;
}

/** A file in the store, as the row that owns it names it. */
export interface StoredFacts {
  name: string;
  stored_key: string;
  size: number;
  type: string;
}

export interface ReceptionDeps extends Pick<Platform, 'db' | 'storage'> {
  /** Of one file, in bytes. */
  maxBytes: number;
}

/** What becomes of an upload. */
interface FileReception<Kept, Room> {
  /** Locks what the file is for. Throws if it takes none. */
  lock(trx: Trx): Promise<void>;
  /** The file already sent with the same key. */
  findSent(trx: Trx): Promise<Kept | undefined>;
  /** Throws unless so many bytes fit, with all of it locked. */
  assertFits(trx: Trx, bytes: number): Promise<Room>;
  /** Writes down whose the file is. */
  insert(trx: Trx, facts: StoredFacts, room: Room): Promise<Kept>;
}

/** The same for one to a project. */
export interface Reception<Kept, Room> extends Omit<FileReception<Kept, Room>, 'lock'> {
  projectId: string;
  by: ProjectActor;
}

/**
 * Stores an uploaded file of a project. One already sent with the same key is returned unchanged, even if the
 * project was closed since.
 * @throws not_found, project_closed, and what `receiveFile` throws
 */
export function receiveProjectFile<Kept, Room>(
  deps: ReceptionDeps,
  upload: Upload,
  reception: Reception<Kept, Room>,
): Promise<Kept> {
  return receiveFile(deps, upload, { ...reception, lock: (trx) => lockFor(trx, reception) });
}

/**
 * Stores an uploaded file. One already sent with the same key is returned unchanged.
 * @throws file_empty, payload_too_large, quota_exceeded, file_type_refused, insufficient_storage, and what `lock` throws
 */
export async function receiveFile<Kept, Room>(
  { db, storage, maxBytes }: ReceptionDeps,
  upload: Upload,
  reception: FileReception<Kept, Room>,
): Promise<Kept> {
  // Before the first byte: a refused upload must not be transferred.
  const before = await transaction(db, async (trx) => {
    const sent = await reception.findSent(trx);
    if (sent) return sent;
    await reception.lock(trx);
    await reception.assertFits(trx, upload.announcedBytes ?? 1);
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
    await reception.lock(trx);
    // The same upload may run twice at once. These bytes belong to no file and are deleted again.
    const repeated = await reception.findSent(trx);
    if (repeated) return repeated;
    const room = await reception.assertFits(trx, spooled.size);
    await storage.keep(trx, key);
    return reception.insert(trx, { name, stored_key: key, size: spooled.size, type: spooled.type }, room);
  });
}

async function lockFor(trx: Trx, { projectId, by }: { projectId: string; by: ProjectActor }): Promise<void> {
  // Uploads of a client to two projects at once count together.
  if (by.side === 'client') await lockOwnAccount(trx, by.accountId);
  await lockOpenProject(trx, projectId, by);
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
