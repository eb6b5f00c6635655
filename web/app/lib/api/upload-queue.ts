import { emptyWithUser } from '../storage/account-store.ts';
import { createStore } from '../storage/store.ts';
import { ApiError, failureMessage, isAborted } from './api-error.ts';
import { UnreadableFileError } from './files.ts';
import { newKey } from './query-client.ts';

/** An upload as shown. */
export interface UploadItem {
  id: number;
  /** The same for every attempt. */
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
  /** Whether a retry can succeed, as after space was freed. */
  canRetry: boolean;
}

/** Pending uploads, which will take space. */
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

/** The uploads of one project, or of a message in it. They continue while another tab shows. */
export class UploadQueue {
  /** Sends one file; set again by each screen that shows the queue. */
  send: (sending: Sending) => Promise<void>;
  /** Why a file cannot be sent, before anything is sent; undefined where it can. */
  refuse: (file: File, underWay: UnderWay) => UploadRefusal | undefined = () => undefined;
  /** Learns of each deliverable that has arrived and is in the list, while a screen wants to know. */
  onArrived: ((fileId: string) => void) | undefined;
  readonly #items = createStore<readonly UploadItem[]>([]);
  #lastId = 0;
  readonly #controllers = new Map<number, AbortController>();

  constructor(send: (sending: Sending) => Promise<void>) {
    this.send = send;
  }

  /** The same list until something changes. */
  readonly items = this.#items.get;

  readonly subscribe = this.#items.subscribe;

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

  /** Cancels an upload, or removes a failed one. */
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

/** By name; they outlive the screens. */
const queues = new Map<string, UploadQueue>();

/** The queue with a name: a noun, a side and a project. A new one sends by `send`. */
export function openQueue(name: string, send: (sending: Sending) => Promise<void>): UploadQueue {
  const known = queues.get(name);
  if (known) return known;
  const queue = new UploadQueue(send);
  queues.set(name, queue);
  queue.subscribe(guardLeaving);
  return queue;
}

/** Cancels every upload and clears the list: for signing out, and for another user's sign-in. */
export function forgetUploads(): void {
  for (const queue of queues.values()) queue.clear();
  queues.clear();
}
emptyWithUser(forgetUploads);

/** Leaving the page during an upload asks first, on every screen of it. */
function guardLeaving(): void {
  const isBusy = [...queues.values()].some((queue) => queue.isBusy);
  if (isBusy) window.addEventListener('beforeunload', askFirst);
  else window.removeEventListener('beforeunload', askFirst);
}

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
