import { createReadStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@atelier/domain/errors.ts';
import { ifExists, isFileFault, syncFolder } from '../../../platform/durable-file.ts';
import { type FileOnDisk, MissingObjectError } from '../../../platform/storage/object-store.ts';
import { openScratchIn } from './scratch.ts';

/** Something in BACKUP_TO. */
export interface Stored {
  /** Its path: `backups/….json` or `objects/…`. */
  path: string;
  /** Bytes. */
  size: number;
  /** When it was written, by the clock of the destination. */
  writtenAt: Date;
}

/** The folders of a destination: the entries of backups, and the contents that they consist of. */
export type Shelf = 'backups' | 'objects';

/** Where BACKUP_TO leads: bytes under paths. Nothing there is ever changed; a path is written whole or not at all. */
export interface Destination {
  /** For people: what it is and where. */
  readonly description: string;
  /** Where it is on this machine; undefined elsewhere. */
  readonly folder: string | undefined;
  /** An existing folder of this writer alone, from which `put` takes files. */
  openScratch(): Promise<string>;
  /** Stores the file, which may be taken away. It is there for good after `flush`. */
  put(path: string, file: FileOnDisk): Promise<void>;
  flush(): Promise<void>;
  /** @throws MissingObjectError */
  read(path: string): Promise<Readable>;
  list(shelf: Shelf): AsyncIterable<Stored>;
  delete(path: string): Promise<void>;
  /** Also removes what the writer has left in its scratch folder. */
  close(): Promise<void>;
}

const UNFINISHED = 'unfinished';

/**
 * A folder. Scratch files lie in it too, so that they can be moved to their places.
 * @param installation whose writer this is: what earlier ones of its own left is removed
 */
export function openFolderDestination(folder: string, installation: string): Destination {
  let scratch: string | undefined;
  /** Folders with entries that may not be on the disk yet. */
  const unsynced = new Set<string>();
  const makeFolder = async (path: string): Promise<void> => {
    if (!(await mkdir(path, { recursive: true, mode: 0o700 }))) return;
    for (let parent = dirname(path); parent.startsWith(folder); parent = dirname(parent))
      unsynced.add(parent);
    unsynced.add(dirname(folder));
  };
  return {
    description: `in ${folder}`,
    folder,
    async openScratch() {
      // A folder that is made here would hide a disk that is not mounted.
      if (!(await ifExists(stat(folder)))?.isDirectory()) {
        throw new AppError('unavailable', `There is no folder ${folder}: make it, or mount its disk.`);
      }
      const parent = join(folder, UNFINISHED);
      await makeFolder(parent);
      scratch = await openScratchIn(parent, installation);
      return scratch;
    },
    async put(path, file) {
      const place = join(folder, path);
      await makeFolder(dirname(place));
      await rename(file.path, place);
      unsynced.add(dirname(place));
    },
    async flush() {
      for (const each of unsynced) await syncFolder(each);
      unsynced.clear();
    },
    async read(path) {
      const place = join(folder, path);
      await access(place).catch((error: unknown) => {
        throw isFileFault(error, 'ENOENT') ? new MissingObjectError(path, error) : error;
      });
      return createReadStream(place, { highWaterMark: 1024 ** 2 });
    },
    list: (shelf) => listFiles(folder, shelf),
    async delete(path) {
      await rm(join(folder, path), { force: true });
      unsynced.add(dirname(join(folder, path)));
    },
    async close() {
      if (scratch) await rm(scratch, { recursive: true, force: true });
    },
  };
}

async function* listFiles(folder: string, path: string): AsyncGenerator<Stored> {
  const entries = (await ifExists(readdir(join(folder, path), { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    const inner = `${path}/${entry.name}`;
    if (entry.isDirectory()) {
      yield* listFiles(folder, inner);
    } else if (entry.isFile()) {
      const found = await ifExists(stat(join(folder, inner)));
      if (found) yield { path: inner, size: found.size, writtenAt: found.mtime };
    }
  }
}
