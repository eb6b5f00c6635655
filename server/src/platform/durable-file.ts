import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file of this process's own account from what comes, never more than one piece of it in memory; it is on the
 * disk when the promise resolves. The file must not be there yet.
 */
export async function writeSynced(
  path: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of source) {
      size += piece.length;
      hash.update(piece);
      await file.writeFile(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** Writes a file whole or not at all, over one that is there. */
export async function replaceFile(
  path: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const part = `${path}.part`;
  await rm(part, { force: true });
  await writeSynced(part, source);
  await rename(part, path);
  await syncFolder(dirname(path));
}

/** The bytes of a file. It is opened at the first read, so that the reader gets the error. */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path) as AsyncIterable<Buffer>;
}

/** Writes a folder's entries to the disk: after it, a file that was made, renamed or removed in there stays so. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** What a read resolves with; undefined where its file or folder doesn't exist. */
export async function ifExists<Result>(read: Promise<Result>): Promise<Result | undefined> {
  return read.catch((error: unknown) => {
    if (isFileFault(error, 'ENOENT')) return undefined;
    throw error;
  });
}

/** Whether something failed because of the file system, with this code (`ENOENT`, `EEXIST`, …). */
export function isFileFault(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
