import type { Readable } from 'node:stream';
import { AppError } from '@atelier/domain/errors.ts';
import { MissingObjectError, type ObjectStore } from '../../platform/storage/object-store.ts';
import type { StoredFileRow } from '../../platform/storage/stored-files.repository.ts';
import type { BackupWriter } from './backup-writer.ts';

/** Where a file is in a backup: as in the folder store, so that a folder can also be put back by hand. */
export function filePart(key: string): string {
  return `files/${key.slice(-2)}/${key}`;
}

/**
 * Copies the bytes of files that are not in the backup yet.
 * @returns the keys of those that are not there, or are not what they were when they came
 * @throws unavailable when the store cannot be read at all
 */
export async function copyFiles(
  store: ObjectStore,
  writer: BackupWriter,
  files: readonly StoredFileRow[],
): Promise<string[]> {
  const faulty: string[] = [];
  for (const { key, size, sha256 } of files) {
    const path = filePart(key);
    if (writer.has(path)) continue;
    const bytes = await readFrom(store, key);
    if (bytes) {
      const copied = await writer.add(path, bytes);
      if (copied.size === size && copied.sha256 === sha256) continue;
    }
    await writer.remove(path);
    faulty.push(key);
  }
  return faulty;
}

/** The bytes; undefined where there are none. */
async function readFrom(store: ObjectStore, key: string): Promise<Readable | undefined> {
  try {
    return await store.read(key);
  } catch (cause) {
    if (cause instanceof MissingObjectError) return undefined;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('unavailable', `The files ${store.description} can’t be read: ${reason}`, { cause });
  }
}
