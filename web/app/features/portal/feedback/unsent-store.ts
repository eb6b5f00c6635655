import { z } from 'zod';
import { keepJson, readJson } from '../../../lib/local-store.ts';
import { getSession } from '../../../lib/session.ts';
import { UNSENT_KEY } from '../../../lib/storage-keys.ts';

/*
 * What somebody has typed into threads, and into what is near to one, and the server does not have yet: unfinished, or
 * on its way. It outlives a reload of the page and ends with signing out.
 */
const outgoingSchema = z.object({ key: z.string(), body: z.string(), writtenAt: z.string() });
const threadSchema = z.object({ text: z.string(), outgoing: z.array(outgoingSchema) });
const storedSchema = z.object({ userId: z.string(), threads: z.record(z.string(), threadSchema) });

/** What is unsent in one thread. */
export type UnsentThread = z.infer<typeof threadSchema>;
export type UnsentMessage = z.infer<typeof outgoingSchema>;

/** Of a thread in which everything is sent. */
export const NOTHING_UNSENT: UnsentThread = { text: '', outgoing: [] };
const listeners = new Set<() => void>();
/** As last read, so that a thread that has not changed is the same object. */
let current: z.infer<typeof storedSchema> | undefined;
let isRead = false;

function read() {
  if (!isRead) {
    current = readJson(UNSENT_KEY, (stored) => storedSchema.safeParse(stored).data);
    isRead = true;
  }
  const session = getSession();
  const isTheirs = session.status === 'signed-in' && current?.userId === session.user.id;
  return isTheirs ? current : undefined;
}

function changed(): void {
  for (const listener of listeners) listener();
}

/** What is unsent in a thread by its id; the same object until that changes. */
export function readUnsent(thread: string): UnsentThread {
  return read()?.threads[thread] ?? NOTHING_UNSENT;
}

/** Changes what is unsent in a thread, here and in other tabs. Where nothing can be kept it lasts as long as the page. */
export function changeUnsent(thread: string, change: (before: UnsentThread) => UnsentThread): void {
  const session = getSession();
  if (session.status !== 'signed-in') return;
  const { [thread]: before = NOTHING_UNSENT, ...others } = read()?.threads ?? {};
  const after = change(before);
  const isEmpty = after.text === '' && after.outgoing.length === 0;
  const threads = isEmpty ? others : { ...others, [thread]: after };
  current = Object.keys(threads).length > 0 ? { userId: session.user.id, threads } : undefined;
  keepJson(UNSENT_KEY, current);
  changed();
}

/** Lets go of everything that was typed and not sent: for signing out. */
export function forgetUnsent(): void {
  current = undefined;
  keepJson(UNSENT_KEY, undefined);
  changed();
}

/** Calls `listener` on every change, in this tab or another. */
export function subscribeToUnsent(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== UNSENT_KEY && event.key !== null) return;
    isRead = false;
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}
