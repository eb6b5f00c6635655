import type { Readable } from 'node:stream';
import { AppError } from '@atelier/domain/errors.ts';
import { type Clock, isoIn, isoNow } from '../clock.ts';
import type { Db, Trx } from '../db/database.ts';
import { storageFault } from '../db/errors.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { ServerSecret } from '../server-secret.ts';
import { signLink, verifyLink } from './download-link.ts';
import { type ByteRange, MissingObjectError, type ObjectStore } from './object-store.ts';
import { Spool, type SpooledFile, type SpoolOptions } from './spool.ts';
import {
  deleteStoredFile,
  findKeptFile,
  insertStoredFile,
  listDueKeys,
  markDropped,
  markKept,
  postponeDrop,
  type StoredFileRow,
} from './stored-files.repository.ts';

/** Makes the signed address of a stored file, as `Storage.signedDownload` does. */
export type SignDownload = (storedKey: string) => string;

export interface StorageOptions {
  db: Db;
  clock: Clock;
  log: Log;
  store: ObjectStore;
  spoolDir: string;
  /** Bytes of the spool's disk that uploads leave free. */
  reserveBytes(): number;
  secret: ServerSecret;
  publicUrl: string;
}

/** A file that isn't kept within this time is removed. */
const KEEP_WITHIN_SECONDS = 3600;
/** Until the removal of bytes that failed is tried again. */
const RETRY_SECONDS = 900;
const SWEEP_BATCH = 100;
/** Below the lease of a job. */
const SWEEP_MS = 5 * 60_000;

/**
 * Files: received on the disk, put into the store, kept by the transaction that says whose they are, served
 * through links that run out.
 *
 * ```ts
 * await using spooled = await storage.receive(stream, { name, maxBytes });
 * const key = await storage.put(spooled, { name });
 * await transaction(db, async (trx) => {
 *   await insertSomething(trx, { stored_key: key });
 *   await storage.keep(trx, key);
 * });
 * ```
 *
 * A process that ends anywhere in there leaves nothing that is not removed by itself.
 */
export class Storage {
  readonly #options: StorageOptions;
  readonly #spool: Spool;
  readonly #linkKey: Buffer;
  #receivedBytes = 0;

  constructor(options: StorageOptions) {
    this.#options = options;
    this.#spool = new Spool(options.spoolDir, options.reserveBytes);
    this.#linkKey = options.secret.deriveKey('storage.links');
  }

  /** Where the bytes are, for people. */
  get description(): string {
    return this.#options.store.description;
  }

  /**
   * Takes a file in from a stream, or from a buffer as `[buffer]`: on the disk and synced, with its size, its
   * hash and the type that its content has.
   * @throws payload_too_large; insufficient_storage when the disk is full, or an upload would use its reserve
   */
  async receive(
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options: SpoolOptions,
  ): Promise<SpooledFile> {
    const file = await this.#spool.receive(source, options);
    this.#receivedBytes += file.size;
    return file;
  }

  /** Bytes of the files that this process has received whole. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /**
   * Throws insufficient_storage if the disk has no room for an upload of so many bytes beside its reserve.
   */
  async assertRoom(bytes: number): Promise<void> {
    await this.#spool.assertRoom(bytes);
  }

  /**
   * Puts a file into the store under a new key. Unless a transaction keeps it within the hour, it is removed.
   * @param name what a download is called: cleaned by the caller
   * @param type in place of the type by content, for a file that we have made ourselves
   * @throws unavailable when the store cannot be reached
   */
  async put(file: SpooledFile, { name, type = file.type }: { name: string; type?: string }): Promise<string> {
    const { db, clock, store } = this.#options;
    const key = newId();
    await insertStoredFile(db, {
      key,
      name,
      type,
      size: file.size,
      sha256: file.sha256,
      created_at: isoNow(clock),
      drop_at: isoIn(clock, KEEP_WITHIN_SECONDS),
    });
    await store.put(key, file).catch((error: unknown) => {
      throw storeFault(error);
    });
    return key;
  }

  /** Keeps what was put: in the transaction that writes down whose it is. */
  async keep(trx: Trx, key: string): Promise<void> {
    if (await markKept(trx, key, isoNow(this.#options.clock))) return;
    throw new AppError('unavailable', 'Saving the file took too long. Please send it again.');
  }

  /** Gives files up: their links end with the transaction, and their bytes are removed soon after it. */
  async drop(trx: Trx, keys: readonly string[]): Promise<void> {
    await markDropped(trx, keys, isoNow(this.#options.clock));
  }

  /** The facts of a kept file. @throws not_found */
  async getFile(key: string): Promise<StoredFileRow> {
    const row = await findKeptFile(this.#options.db, key);
    if (!row) throw new AppError('not_found', 'This file no longer exists.');
    return row;
  }

  /** The bytes of a file, or those of a range that lies within it. @throws unavailable */
  async openRead(key: string, range?: ByteRange): Promise<Readable> {
    try {
      return await this.#options.store.read(key, range);
    } catch (error) {
      throw storeFault(error);
    }
  }

  /** An absolute address that gives the file to its holder, for ten to fifteen minutes. */
  signedDownload(key: string): string {
    return `${this.#options.publicUrl}/files/${signLink(this.#linkKey, key, this.#options.clock)}`;
  }

  /** The file that the last part of such an address names. @throws not_found, link_expired */
  async resolveLink(token: string): Promise<StoredFileRow> {
    return this.getFile(verifyLink(this.#linkKey, token, this.#options.clock));
  }

  /**
   * Removes the bytes of files that were given up or never kept, and what ended processes left in the spool.
   * It may be done by several at once, and again.
   */
  async sweep(): Promise<void> {
    const { log } = this.#options;
    const left = await this.#spool.sweep();
    if (left > 0) log.info({ left }, 'unfinished uploads of ended processes were removed');
    const until = performance.now() + SWEEP_MS;
    while (performance.now() < until && (await this.#sweepBatch()) === SWEEP_BATCH);
  }

  async #sweepBatch(): Promise<number> {
    const { db, clock, store, log } = this.#options;
    const keys = await listDueKeys(db, isoNow(clock), SWEEP_BATCH);
    for (const key of keys) {
      try {
        await store.delete(key);
        await deleteStoredFile(db, key);
      } catch (error) {
        log.warn({ err: error, file: key }, 'a file could not be removed; it will be tried again');
        await postponeDrop(db, key, isoIn(clock, RETRY_SECONDS));
      }
    }
    return keys.length;
  }

  async close(): Promise<void> {
    await this.#options.store.close();
  }
}

function storeFault(error: unknown): AppError {
  if (error instanceof MissingObjectError) {
    return new AppError('unavailable', 'This file can’t be read right now.', { cause: error });
  }
  const full = storageFault(error);
  if (full) return full;
  return new AppError('unavailable', 'Files aren’t available right now. Please try again shortly.', {
    cause: error,
  });
}
