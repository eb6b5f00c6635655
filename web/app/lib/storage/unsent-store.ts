import type { Quote } from '@atelier/domain/messages/schema.ts';
import { getSession } from '../session/session.ts';
import { forgetWithStorage } from './account-store.ts';
import { readJson, readTexts } from './local-json.ts';
import { keepText, UNSENT_KEY } from './local-store.ts';
import { createStore } from './store.ts';

/*
 * Text for threads, and for forms beside them, that the server doesn't have yet: unfinished, on its
 * way, or not sent. It survives a reload and ends with signing out, or with another user's sign-in.
 *
 * Every text and every message has its own key in local storage: `…:<account>/<thread>` and
 * `…:<account>/<thread>/<message>`. What goes with a text is under `…:<account>/<thread>/draft`. Two tabs that write at once change different keys and lose
 * nothing.
 */
const PREFIX = `${UNSENT_KEY}:` as const;
/** The storage key of a thread's text, or of a message in it. */
type UnsentKey = `${typeof PREFIX}${string}`;

/** A file that the server has for a message that it doesn't have. */
export interface WaitingFile {
  id: string;
  /** Its upload's key. */
  key: string;
  name: string;
  size: number;
  type: string;
}

/** What goes with a message's words. */
export interface MessageParts {
  /** The message it replies to. */
  replyTo?: Quote | undefined;
  /** In the order in which they are shown. */
  files?: readonly WaitingFile[] | undefined;
}

/** A message that its author has sent, and that hasn't arrived as far as this browser knows. */
export interface UnsentMessage extends MessageParts {
  key: string;
  body: string;
  writtenAt: string;
  /** When it was last tried, in ms. */
  triedAt: number;
  /** Why it was not sent; undefined while it is on its way. It stays until its author decides. */
  failure?: string | undefined;
}

/** What is unsent in one thread. */
export interface UnsentThread {
  /** The unfinished text. */
  text: string;
  /** What goes with it. */
  draft?: MessageParts | undefined;
  /** In the order in which they were written. */
  outgoing: readonly UnsentMessage[];
}

/** Of a thread in which everything is sent. */
export const NOTHING_UNSENT: UnsentThread = { text: '', outgoing: [] };
/** Counts changes, for what follows them. */
const changes = createStore(0);
/**
 * All users' entries by their storage key, as last read. If storage is unavailable, they last as
 * long as the page.
 */
let entries: Map<UnsentKey, string> | undefined;
/** Threads as last read, so that an unchanged one is the same object. */
const read = new Map<string, UnsentThread>();

function loadEntries(): Map<UnsentKey, string> {
  if (!entries) {
    entries = readTexts(PREFIX);
    adoptEarlier();
    addEventListener('storage', hear);
  }
  return entries;
}

const isUnsentKey = (key: string): key is UnsentKey => key.startsWith(PREFIX);

/** Changes from another tab. */
function hear({ key, newValue }: StorageEvent): void {
  if (key !== null && !isUnsentKey(key)) return;
  if (key === null) entries?.clear();
  else if (newValue === null) entries?.delete(key);
  else entries?.set(key, newValue);
  changed(key ?? undefined);
}

/** @param key what has changed; everything, unless given */
function changed(key?: string): void {
  for (const address of [...read.keys()]) {
    if (key === undefined || key === address || key.startsWith(`${address}/`)) read.delete(address);
  }
  changes.set(changes.get() + 1);
}

function keep(key: UnsentKey, value: string | undefined): void {
  if (value === undefined) entries?.delete(key);
  else entries?.set(key, value);
  keepText(key, value);
}

/** The storage place of the signed-in user's thread; undefined if there is no user. */
function addressOf(thread: string): UnsentKey | undefined {
  const session = getSession();
  return session.status === 'signed-in' ? `${PREFIX}${session.user.id}/${thread}` : undefined;
}

/** The key of what goes with a text, among those of messages. */
const DRAFT = 'draft';

function parseParts({ replyTo, files }: MessageParts): MessageParts {
  const isQuote = typeof replyTo?.id === 'string' && typeof replyTo.excerpt === 'string';
  const areFiles = Array.isArray(files) && files.every(({ id, name }) => id && typeof name === 'string');
  return { ...(isQuote && { replyTo }), ...(areFiles && files.length > 0 && { files }) };
}

function parseDraft(text: string | undefined): MessageParts | undefined {
  try {
    const parts = text === undefined ? {} : parseParts(JSON.parse(text));
    return parts.replyTo || parts.files ? parts : undefined;
  } catch {
    return undefined;
  }
}

function parseMessage(key: string, text: string): UnsentMessage | undefined {
  try {
    const stored: Partial<UnsentMessage> = JSON.parse(text);
    const { body, writtenAt, triedAt, failure } = stored;
    const isMessage =
      typeof body === 'string' && typeof writtenAt === 'string' && typeof triedAt === 'number';
    if (!isMessage || (failure !== undefined && typeof failure !== 'string')) return undefined;
    const parts = parseParts(stored);
    return { key, body, writtenAt, triedAt, ...parts, ...(failure !== undefined && { failure }) };
  } catch {
    return undefined;
  }
}

function readAt(address: UnsentKey): UnsentThread {
  const found = loadEntries();
  const messages = [...found].flatMap(([key, text]) => {
    const message = key.startsWith(`${address}/`) && parseMessage(key.slice(address.length + 1), text);
    return message ? [message] : [];
  });
  const text = found.get(address) ?? '';
  const draft = parseDraft(found.get(`${address}/${DRAFT}`));
  if (text === '' && !draft && messages.length === 0) return NOTHING_UNSENT;
  return { text, draft, outgoing: messages.sort((one, other) => (one.writtenAt < other.writtenAt ? -1 : 1)) };
}

/** What is unsent in a thread by its id; the same object until that changes. */
export function readUnsent(thread: string): UnsentThread {
  const address = addressOf(thread);
  if (address === undefined) return NOTHING_UNSENT;
  const found = read.get(address) ?? readAt(address);
  read.set(address, found);
  return found;
}

/** Changes a thread's unsent entries, here and in other tabs. */
export function changeUnsent(thread: string, change: (before: UnsentThread) => UnsentThread): void {
  const address = addressOf(thread);
  if (address === undefined) return;
  const before = readUnsent(thread);
  const after = change(before);
  if (after.text !== before.text) keep(address, after.text === '' ? undefined : after.text);
  if (after.draft !== before.draft) {
    const isEmpty = !after.draft?.replyTo && !after.draft?.files?.length;
    keep(`${address}/${DRAFT}`, isEmpty ? undefined : JSON.stringify(after.draft));
  }
  for (const message of after.outgoing) {
    const { key, ...rest } = message;
    if (!before.outgoing.includes(message)) keep(`${address}/${key}`, JSON.stringify(rest));
  }
  for (const { key } of before.outgoing) {
    if (!after.outgoing.some((message) => message.key === key)) keep(`${address}/${key}`, undefined);
  }
  changed(address);
}

/** What was deleted from storage is not held here either; without storage, the text of the user who stays is. */
forgetWithStorage((staying) => {
  for (const key of entries?.keys() ?? []) {
    if (staying === undefined || !key.startsWith(`${PREFIX}${staying}/`)) entries?.delete(key);
  }
  changed();
});

/** Calls `listener` on every change, in this tab or another. */
export function subscribeToUnsent(listener: () => void): () => void {
  loadEntries();
  return changes.subscribe(listener);
}

/** The storage format of an earlier version: everything under one key. */
interface Earlier {
  userId: string;
  threads: Record<string, { text: string; outgoing: Pick<UnsentMessage, 'key' | 'body' | 'writtenAt'>[] }>;
}

function parseEarlier(stored: unknown): Earlier | undefined {
  const { userId, threads } = stored as Partial<Earlier>;
  const areWhole = Object.values(threads ?? {}).every(
    ({ text, outgoing }) =>
      typeof text === 'string' &&
      outgoing.every(({ key, body }) => typeof key === 'string' && typeof body === 'string'),
  );
  return typeof userId === 'string' && threads && areWhole ? { userId, threads } : undefined;
}

/** Migrates an earlier version's entries. Their last try is unknown: long ago. */
function adoptEarlier(): void {
  const earlier = readJson(UNSENT_KEY, parseEarlier);
  keepText(UNSENT_KEY, undefined);
  for (const [thread, { text, outgoing }] of Object.entries(earlier?.threads ?? {})) {
    const address: UnsentKey = `${PREFIX}${earlier?.userId}/${thread}`;
    if (text !== '') keep(address, text);
    for (const { key, body, writtenAt } of outgoing) {
      keep(`${address}/${key}`, JSON.stringify({ body, writtenAt, triedAt: 0 }));
    }
  }
}
