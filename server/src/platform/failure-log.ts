import { appendFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { ifExists } from './durable-file.ts';
import type { Log } from './log.ts';
import type { QueryTime } from './request-trace.ts';

/** A request that failed or was slow: names, ids and times, never what a person typed or a secret. */
export interface FailureEntry {
  /** When it arrived. */
  time: string;
  id: string;
  method: string;
  /** The route's pattern, with the ids of its address. */
  route: string;
  status: number;
  ms: number;
  account?: string | undefined;
  /** The code that it was answered with. */
  outcome?: string | undefined;
  /** What was thrown, with its causes. Their messages are left out: they can quote what was sent. */
  errors?: { type: string; kind?: string | undefined; frames: string[] }[] | undefined;
  queries: QueryTime[];
  /** Queries beyond those listed. */
  more: number;
  version: string;
}

/** The newer part is the first. */
const FILES = ['requests.jsonl', 'requests-before.jsonl'] as const;
/** In bytes: each of the two files. */
const LARGEST = 8 * 1024 * 1024;
/** The age of a file’s first entry at which the next file begins: each entry is kept for this long, and for twice as long at most. */
const PUT_ASIDE_AFTER_MS = 15 * 24 * 3600 * 1000;
const LOOK_MS = 3600 * 1000;
/** Bytes that wait to be written; what comes beyond them, as when the disk hangs, is dropped. */
const MOST_WAITING = 1024 * 1024;

export interface FailureLogOptions {
  folder: string;
  clock: Clock;
  log: Log;
  /** In bytes; for tests. */
  largest?: number;
}

/**
 * The last failed and slow requests of this machine, in two files of bounded size. It's written beside the requests: a failure
 * to write costs an entry, never a reply.
 */
export class FailureLog {
  readonly #options: FailureLogOptions;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasFailed = false;

  constructor(options: FailureLogOptions) {
    this.#options = options;
  }

  /** Removes what has been kept long enough, now and from time to time. */
  start(): void {
    this.#timer = setInterval(() => this.#schedule(), LOOK_MS).unref();
    this.#schedule();
  }

  add(entry: FailureEntry): void {
    const line = `${JSON.stringify(entry)}\n`;
    if (this.#waitingBytes + line.length > MOST_WAITING) return;
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    this.#schedule();
  }

  /** Resolves when everything added before is written or given up. */
  async whenIdle(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.whenIdle();
  }

  #schedule(): void {
    this.#writing ??= this.#write()
      .then(
        () => {
          this.#hasFailed = false;
        },
        (error: unknown) => this.#noteFailure(error),
      )
      .finally(() => {
        this.#writing = undefined;
        if (this.#waiting.length > 0) this.#schedule();
      });
  }

  async #write(): Promise<void> {
    const { folder } = this.#options;
    const [current, before] = FILES.map((name) => join(folder, name)) as [string, string];
    await this.#putAside(current, before);
    const lines = this.#waiting.join('');
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (lines === '') return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // One write at the end of the file: another process of this folder may do the same.
    await appendFile(current, lines, { mode: 0o600 });
  }

  /** Makes room for what waits. */
  async #putAside(current: string, before: string): Promise<void> {
    const { clock, largest = LARGEST } = this.#options;
    const isOlderThan = async (file: string, ms: number) => {
      const begun = await ifExists(readFirstTime(file));
      return begun !== undefined && begun < clock.now().getTime() - ms;
    };
    const size = (await ifExists(stat(current)))?.size ?? 0;
    const isFull = size > 0 && size + this.#waitingBytes > largest;
    if (isFull || (await isOlderThan(current, PUT_ASIDE_AFTER_MS))) await rename(current, before);
    if (await isOlderThan(before, 2 * PUT_ASIDE_AFTER_MS)) await rm(before, { force: true });
  }

  #noteFailure(error: unknown): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (!this.#hasFailed)
      this.#options.log.warn({ err: error }, 'failed requests can’t be kept in their log');
    this.#hasFailed = true;
  }
}

/** When a file's first entry was written, in ms; undefined where it doesn't say. */
async function readFirstTime(path: string): Promise<number | undefined> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    const time = /^\{"time":"([^"]+)"/.exec(buffer.toString('utf8', 0, bytesRead))?.[1];
    return time === undefined ? undefined : Date.parse(time);
  } finally {
    await file.close();
  }
}

/** Every entry of a folder's log, newest first; none where there is no log. A torn line is left out. */
export async function readFailures(folder: string): Promise<FailureEntry[]> {
  const entries: FailureEntry[] = [];
  for (const name of FILES) {
    const text = (await ifExists(readFile(join(folder, name), 'utf8'))) ?? '';
    for (const line of text.split('\n').reverse()) {
      const entry = parseEntry(line);
      if (entry) entries.push(entry);
    }
  }
  return entries;
}

function parseEntry(line: string): FailureEntry | undefined {
  try {
    return JSON.parse(line) as FailureEntry;
  } catch {
    return undefined;
  }
}
