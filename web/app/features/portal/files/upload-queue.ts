import { failureMessage, isAborted } from '../../../lib/api-error.ts';
import { UnreadableFileError } from '../../../lib/upload-file.ts';

/** A file on its way, as it is shown. */
export interface UploadItem {
  id: number;
  file: File;
  /** The file of the project that it replaces. */
  replaces: string | undefined;
  state: 'waiting' | 'sending' | 'failed';
  /** Of what has been sent, from 0 to 1. */
  progress: number;
  /** Why it failed, as a sentence. */
  error: string | undefined;
}

export interface Sending {
  file: File;
  replaces: string | undefined;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** Uploads at once; the others wait their turn. */
const AT_ONCE = 2;

/** The uploads of one project. They go on while another tab of the project is looked at. */
export class UploadQueue {
  /** Sends one file; given anew by whoever shows the queue. */
  send: (sending: Sending) => Promise<void>;
  /** Why a file cannot be sent, before anything is sent; undefined where it can. */
  refuse: (file: File) => string | undefined = () => undefined;
  #items: readonly UploadItem[] = [];
  #lastId = 0;
  readonly #controllers = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();

  constructor(send: (sending: Sending) => Promise<void>) {
    this.send = send;
  }

  /** The same list until something changes. */
  readonly items = (): readonly UploadItem[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether something is on its way. */
  get isBusy(): boolean {
    return this.#items.some(({ state }) => state !== 'failed');
  }

  add(files: Iterable<File>, replaces?: string): void {
    for (const file of files) {
      this.#lastId += 1;
      const error = this.refuse(file);
      const state = error ? ('failed' as const) : ('waiting' as const);
      this.#set([...this.#items, { id: this.#lastId, file, replaces, state, progress: 0, error }]);
    }
    this.#next();
  }

  /** Gives an upload up, or takes one off the list that failed. */
  remove(id: number): void {
    this.#controllers.get(id)?.abort();
    this.#controllers.delete(id);
    this.#set(this.#items.filter((item) => item.id !== id));
    this.#next();
  }

  retry(id: number): void {
    const item = this.#items.find((each) => each.id === id);
    if (!item) return;
    const error = this.refuse(item.file);
    this.#change(id, { state: error ? 'failed' : 'waiting', progress: 0, error });
    this.#next();
  }

  #next(): void {
    const sending = this.#items.filter((item) => item.state === 'sending').length;
    const waiting = this.#items.filter((item) => item.state === 'waiting');
    for (const item of waiting.slice(0, Math.max(0, AT_ONCE - sending))) void this.#send(item);
  }

  async #send({ id, file, replaces }: UploadItem): Promise<void> {
    const controller = new AbortController();
    this.#controllers.set(id, controller);
    this.#change(id, { state: 'sending', progress: 0, error: undefined });
    const onProgress = (progress: number) => this.#change(id, { progress });
    try {
      await this.send({ file, replaces, onProgress, signal: controller.signal });
      this.remove(id);
    } catch (error) {
      this.#controllers.delete(id);
      if (isAborted(error)) return;
      this.#change(id, { state: 'failed', error: reasonOf(error) });
      this.#next();
    }
  }

  #change(id: number, change: Partial<UploadItem>): void {
    this.#set(this.#items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}

const reasonOf = (error: unknown) =>
  error instanceof UnreadableFileError
    ? error.message
    : failureMessage(error, 'Failed to send. Check your connection.');
