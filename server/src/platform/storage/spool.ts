import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { AppError } from '@atelier/domain/errors.ts';
import { ifExists, writeSynced } from '../durable-file.ts';
import { newId } from '../ids.ts';
import { detectType } from './detect-type.ts';
import type { FileOnDisk } from './object-store.ts';

/** A file that has arrived whole. It is removed at the end of the scope (`await using`) unless it was stored. */
export interface SpooledFile extends FileOnDisk, AsyncDisposable {
  /** The media type of the content, whatever the sender claims. */
  type: string;
}

export interface SpoolOptions {
  /** The sender's name for it, which distinguishes kinds of text. */
  name: string;
  /** More is payload_too_large. */
  maxBytes: number;
  /** Whether it's a document of the product and not an upload: then it may use the disk's reserve. */
  mayUseReserve?: true;
}

/** A file without a write for this long was left by a process that ended. */
const ABANDONED_MS = 3600_000;
/** How many bytes may arrive between two checks of the disk: other programs write to it, too. */
const LOOK_BYTES = 8 * 1024 ** 2;
const NO_ROOM = 'The server has no room for more files right now. Everything else still works.';

/** Where files are while they arrive: counted, hashed and synced before anything else is done with them. */
export class Spool {
  readonly #folder: string;

  readonly #reserveBytes: () => number;

  constructor(folder: string, reserveBytes: () => number) {
    this.#folder = folder;
    this.#reserveBytes = reserveBytes;
  }

  /** Throws insufficient_storage if an upload of so many bytes would use the disk's reserve. */
  async assertRoom(bytes: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize - bytes < this.#reserveBytes()) throw new AppError('insufficient_storage', NO_ROOM);
  }

  /**
   * Writes what arrives to the disk, never more than one piece of it in memory. What breaks off, is too large
   * or does not fit on the disk leaves nothing.
   * @throws payload_too_large, insufficient_storage, and whatever `source` fails with
   */
  async receive(
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    { name, maxBytes, mayUseReserve }: SpoolOptions,
  ): Promise<SpooledFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = `${this.#folder}/${newId()}`;
    // One that stays, as on a disk that can only be read, is swept later: it's no reason to refuse a file that is stored.
    const remove = () => rm(path, { force: true }).catch(() => {});
    try {
      const checked = mayUseReserve ? source : this.#whileThereIsRoom(source);
      const facts = await writeSynced(path, upTo(maxBytes, checked));
      return { path, ...facts, type: await detectType(path, name), [Symbol.asyncDispose]: remove };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  async *#whileThereIsRoom(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    let unchecked = LOOK_BYTES;
    for await (const piece of source) {
      unchecked += piece.length;
      if (unchecked > LOOK_BYTES) {
        await this.assertRoom(piece.length);
        unchecked = 0;
      }
      yield piece;
    }
  }

  /** Removes what ended processes have left. @returns how many files */
  async sweep(): Promise<number> {
    const names = (await ifExists(readdir(this.#folder))) ?? [];
    let removed = 0;
    for (const name of names) {
      const path = `${this.#folder}/${name}`;
      const found = await stat(path).catch(() => undefined);
      if (!found || Date.now() - found.mtimeMs < ABANDONED_MS) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }
}

/** What comes, as long as it is not too much. */
async function* upTo(maxBytes: number, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    if (size > maxBytes) {
      const megabytes = Math.floor(maxBytes / 1024 ** 2);
      throw new AppError('payload_too_large', `A file can be up to ${megabytes} MB.`);
    }
    yield piece;
  }
}
