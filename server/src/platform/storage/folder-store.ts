import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isFileFault, syncFolder } from '../durable-file.ts';
import { type ByteRange, MissingObjectError, type ObjectStore } from './object-store.ts';

/** The buffer of one unread download, held a few times over. */
const PIECE_BYTES = 64 * 1024;
const KEY = /^[0-9a-f-]{36}$/;

/**
 * Keeps objects as files below `folder`, spread over 256 folders so that none has too many. What is put must
 * lie on the same file system: it is moved, which either happens or does not.
 */
export function createFolderStore(folder: string): ObjectStore {
  return {
    description: `in ${folder}`,
    async put(key, file) {
      const { directory, path } = placeOf(folder, key);
      if (await mkdir(directory, { recursive: true, mode: 0o700 })) {
        await syncFolder(folder);
        await syncFolder(dirname(folder));
      }
      await rename(file.path, path);
      await syncFolder(directory);
    },
    async read(key, range?: ByteRange) {
      // Opened before the reply begins, while a missing file can still be a 404.
      const file = await open(placeOf(folder, key).path, 'r').catch((error: unknown) => {
        throw isFileFault(error, 'ENOENT') ? new MissingObjectError(key, error) : error;
      });
      return file.createReadStream({ highWaterMark: PIECE_BYTES, ...range });
    },
    async delete(key) {
      await rm(placeOf(folder, key).path, { force: true });
    },
    async close() {},
  };
}

/** The last two digits of an id of ours are random. */
function placeOf(folder: string, key: string): { directory: string; path: string } {
  if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no key of a file`);
  const directory = `${folder}/${key.slice(-2)}`;
  return { directory, path: `${directory}/${key}` };
}
