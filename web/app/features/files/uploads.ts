import { api } from '@atelier/domain/api.ts';
import { cleanFileName, type FileLimits, refusalByName, refusalBySize } from '@atelier/domain/files/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, failureMessage, isAborted } from '../../lib/api/api-error.ts';
import { UnreadableFileError, uploadFile } from '../../lib/api/files.ts';
import { newKey, refetchAll } from '../../lib/api/query-client.ts';
import { emptyWithUser } from '../../lib/storage/account-store.ts';
import { createStore } from '../../lib/storage/store.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { type FilesSide, filesKey } from './files.queries.ts';

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

/** The uploads of one project. They continue while another tab shows. */
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

/** By side and project; they outlive the screens. */
const queues = new Map<string, UploadQueue>();
/** Those whose screen is open. */
const watched = new Set<UploadQueue>();

/** The uploads of a project, those of an earlier visit to this screen included. */
export function useUploads(projectId: string, side: FilesSide, limits: FileLimits | undefined) {
  const queryClient = useQueryClient();
  const send = async ({ key, file, replaces, onProgress, signal }: Sending) => {
    const parts = { key, file, onProgress, signal };
    try {
      if (side === 'client') await uploadFile(api.sendFile, { ...parts, params: { id: projectId } });
      else if (replaces)
        await uploadFile(api.replaceFile, { ...parts, params: { id: projectId, fileId: replaces } });
      else await uploadFile(api.sendFileAsStudio, { ...parts, params: { id: projectId } });
    } catch (error) {
      if (!watched.has(queue) && !isAborted(error))
        showToast(`${file.name} wasn’t sent. Check the project’s files.`, { tone: 'danger' });
      throw error;
    }
    showToast(`${file.name} has arrived.`, { tone: 'success' });
    await refetchAll(queryClient, filesKey(projectId));
  };
  const name = `${side} ${projectId}`;
  const queue = queues.get(name) ?? createQueue(name, send);
  useEffect(() => {
    queue.refuse = (file, underWay) => refusalOf(file, limits, underWay);
  }, [queue, limits]);
  useEffect(() => {
    watched.add(queue);
    return () => void watched.delete(queue);
  }, [queue]);
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  return { queue, items };
}

function createQueue(name: string, send: (sending: Sending) => Promise<void>): UploadQueue {
  const queue = new UploadQueue(send);
  queues.set(name, queue);
  queue.subscribe(guardLeaving);
  return queue;
}

/** Checks a file before it is sent: its name, its size, and the remaining room. */
function refusalOf(
  file: File,
  limits: FileLimits | undefined,
  underWay: UnderWay,
): UploadRefusal | undefined {
  const byName = refusalByName(cleanFileName(file.name));
  if (byName !== undefined) return { message: byName, canRetry: false };
  if (!limits) return undefined;
  const usedBytes = limits.usedBytes + underWay.bytes;
  const usedFiles = limits.usedFiles + underWay.files;
  const account = limits.account && {
    ...limits.account,
    usedBytes: limits.account.usedBytes + underWay.bytes,
  };
  const bySize = refusalBySize(file.size, { ...limits, usedBytes, usedFiles, account });
  return bySize && { message: bySize.message, canRetry: bySize.code === 'quota_exceeded' };
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
