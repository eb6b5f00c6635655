import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isFileFault, writeSynced } from '../durable-file.ts';
import type { Log } from '../log.ts';

/** The file beside the database that only reserves room. */
export const BALLAST_FILE = 'atelier.ballast';
/** Enough for thousands of sign-ins and deletions, each some pages of the database's log. */
const BALLAST_BYTES = 16 * 1024 ** 2;
/** How often the ballast checks a full disk. */
const LOOK_MS = 15_000;

/**
 * Reserved room for a full disk: a file that is deleted when the database can't write, so that
 * users can still sign in and delete something. While the disk counts as full, all other writes are
 * refused. It no longer does once there is room for the file again, and as much beside it.
 */
export class Ballast {
  readonly #file: string;
  readonly #log: Log;
  #isFull = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Makes room at once. Call it when a write finds none. */
  release(): void {
    if (this.#isFull) return;
    this.#isFull = true;
    rmSync(this.#file, { force: true });
    this.#log.error(
      'the disk is full: people can sign in and delete; everything else is refused until there is room',
    );
  }

  /** Reserves the room, if it is missing and the disk has twice as much. */
  async fill(): Promise<void> {
    const found = await stat(this.#file).catch(() => undefined);
    if (found?.size !== BALLAST_BYTES) {
      const { bavail, bsize } = await statfs(dirname(this.#file));
      if (bavail * bsize < BALLAST_BYTES * 2) return;
      await rm(this.#file, { force: true });
      // Random bytes keep their size on file systems that compress, too.
      await writeSynced(this.#file, [randomBytes(BALLAST_BYTES)]).catch(async (error: unknown) => {
        await rm(this.#file, { force: true });
        throw error;
      });
    }
    if (this.#isFull) this.#log.info('the disk has room again');
    this.#isFull = false;
  }

  /**
   * Creates the file, and checks again while the disk is full; `makeRoom` sweeps the files deleted meanwhile.
   */
  start(makeRoom: () => Promise<void>): void {
    const look = async () => {
      try {
        if (this.#isFull) await makeRoom();
        await this.fill();
      } catch (error) {
        if (!isFileFault(error, 'ENOSPC')) this.#log.warn({ err: error }, 'the disk could not be looked at');
      }
    };
    void look();
    this.#timer = setInterval(() => {
      if (this.#isFull) void look();
    }, LOOK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
