import { ApiError, failureMessage, isAborted } from '../../lib/api/api-error.ts';
import { UnreadableFileError } from '../../lib/api/upload-file.ts';
import { newKey } from '../../lib/new-key.ts';
import { createStore } from '../../lib/storage/store.ts';

/** A file on its way, as it is shown. */
export interface UploadItem {
  id: number;
  /** The same for every try. */
  key: string;
  file: File;
  /** The file of the project that it replaces. */
  replaces: string | undefined;
  state: 'waiting' | 'sending' | 'failed';
  /** Of what has been sent, from 0 to 1. */
  progress: number;
  /** Why it failed, as a sentence. */
  error: string | undefined;
  /** Whether trying again can help. */
  canRetry: boolean;
}

/** Why a file cannot be sent. */
export interface UploadRefusal {
  message: string;
  /** Whether the reason can pass, as when there is room again. */
  canRetry: boolean;
}

/** Uploads on their way, which will take up room once they arrive. */
export interface UnderWay {
  bytes: number;
  files: number;
}

export interface Sending {
  key: string;
  file: File;
  replaces: string | undefined;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** Uploads at once; the others wait their turn. */
const AT_ONCE = 2;

/** The uploads of one project. They go on while another tab of the project is looked at. */
export class UploadQueue {
  /** Sends one file; set again by each screen that shows the queue. */
  send: (sending: Sending) => Promise<void>;
  /** Why a file cannot be sent, before anything is sent; undefined where it can. */
  refuse: (file: File, underWay: UnderWay) => UploadRefusal | undefined = () => undefined;
  readonly #items = createStore<readonly UploadItem[]>([]);
  #lastId = 0;
  readonly #controllers = new Map<number, AbortController>();

  constructor(send: (sending: Sending) => Promise<void>) {
    this.send = send;
  }

  /** The same list until something changes. */
  readonly items = this.#items.get;

  readonly subscribe = this.#items.subscribe;

  /** Whether something is on its way. */
  get isBusy(): boolean {
    return this.items().some(({ state }) => state !== 'failed');
  }

  add(files: Iterable<File>, replaces?: string): void {
    for (const file of files) {
      this.#lastId += 1;
      const item = { id: this.#lastId, key: newKey(), file, replaces, progress: 0 };
      this.#items.set([...this.items(), { ...item, ...this.#judge(file) }]);
    }
    this.#next();
  }

  /** Gives an upload up, or takes one off the list that failed. */
  remove(id: number): void {
    this.#controllers.get(id)?.abort();
    this.#controllers.delete(id);
    this.#items.set(this.items().filter((item) => item.id !== id));
    this.#next();
  }

  retry(id: number): void {
    const item = this.items().find((each) => each.id === id);
    if (item?.state !== 'failed') return;
    this.#change(id, { progress: 0, ...this.#judge(item.file) });
    this.#next();
  }

  /** Cancels and deletes everything: for another user's sign-in. */
  clear(): void {
    for (const controller of this.#controllers.values()) controller.abort();
    this.#controllers.clear();
    this.#items.set([]);
  }

  #judge(file: File): Pick<UploadItem, 'state' | 'error' | 'canRetry'> {
    const onTheWay = this.items().filter(({ state }) => state !== 'failed');
    const bytes = onTheWay.reduce((sum, item) => sum + item.file.size, 0);
    const refusal = this.refuse(file, { bytes, files: onTheWay.length });
    if (!refusal) return { state: 'waiting', error: undefined, canRetry: false };
    return { state: 'failed', error: refusal.message, canRetry: refusal.canRetry };
  }

  #next(): void {
    const sending = this.items().filter((item) => item.state === 'sending').length;
    const waiting = this.items().filter((item) => item.state === 'waiting');
    for (const item of waiting.slice(0, Math.max(0, AT_ONCE - sending))) void this.#send(item);
  }

  async #send({ id, key, file, replaces }: UploadItem): Promise<void> {
    const controller = new AbortController();
    this.#controllers.set(id, controller);
    this.#change(id, { state: 'sending', progress: 0, error: undefined });
    const onProgress = (progress: number) => this.#change(id, { progress });
    try {
      await this.send({ key, file, replaces, onProgress, signal: controller.signal });
      this.remove(id);
    } catch (error) {
      this.#controllers.delete(id);
      if (isAborted(error)) return;
      this.#change(id, { state: 'failed', error: reasonOf(error), canRetry: canRetry(error) });
      this.#next();
    }
  }

  #change(id: number, change: Partial<UploadItem>): void {
    this.#items.set(this.items().map((item) => (item.id === id ? { ...item, ...change } : item)));
  }
}

const reasonOf = (error: unknown) =>
  error instanceof UnreadableFileError
    ? error.message
    : failureMessage(error, 'Failed to send. Check your connection.');

/** The refusals that another try may not get. */
const PASSING = [401, 408, 429];

/** Whether trying again can help: not after a refusal, unless room is freed or time passes. */
export function canRetry(error: unknown): boolean {
  if (error instanceof UnreadableFileError) return false;
  if (!(error instanceof ApiError)) return true;
  const { status, code } = error;
  return status < 400 || status >= 500 || PASSING.includes(status) || code === 'quota_exceeded';
}
