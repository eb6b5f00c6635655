import { type AccountKey, keepText, type LastingKey, readText } from './local-store.ts';
import { createStore, type Store } from './store.ts';

const emptiers = new Set<() => void>();
const forgetters = new Set<(staying: string | undefined) => void>();

/** Calls `empty` when a user leaves or another takes over: for what this page's memory holds of them. */
export function emptyWithUser(empty: () => void): void {
  emptiers.add(empty);
}

/** Empties all that this page's memory holds of a user. */
export function emptyMemory(): void {
  for (const empty of emptiers) empty();
}

/** Calls `forget` when stored data is deleted, all of it or that of users other than `staying`. */
export function forgetWithStorage(forget: (staying: string | undefined) => void): void {
  forgetters.add(forget);
}

/** Has modules forget what they read from storage and is deleted there. */
export function followStorage(staying: string | undefined): void {
  for (const forget of forgetters) forget(staying);
}

/** A value of one user in this page's memory. It is `initial` again as soon as they are gone. */
export function createAccountStore<Value>(initial: Value): Store<Value> {
  const store = createStore(initial);
  emptyWithUser(() => store.set(initial));
  return store;
}

type KeptSettings<Value> = ({ scope: 'account'; key: AccountKey } | { scope: 'device'; key: LastingKey }) & {
  /** Makes a value of the stored text; of undefined if there is none. */
  parse(text: string | undefined): Value;
  /** What to store; undefined removes it. */
  print(value: Value): string | undefined;
};

export interface KeptStore<Value> extends Store<Value> {
  /** Sets and stores a value. Where storage is full or off it lasts as long as the page. @returns whether it is stored */
  keep(next: Value): boolean;
  /** Reads storage again. */
  refresh(): void;
}

/**
 * A value in local storage, read when its module loads and never while rendering. It follows other tabs. That
 * of an account goes with its user, as its key says.
 */
export function createKeptStore<Value>({ scope, key, parse, print }: KeptSettings<Value>): KeptStore<Value> {
  const read = () => parse(readText(key));
  const store = createStore(read());
  const refresh = () => store.set(read());
  const keep = (next: Value) => {
    const isStored = keepText(key, print(next));
    store.set(next);
    return isStored;
  };
  if (scope === 'account') forgetWithStorage(refresh);
  // The pages are also rendered at build time, where there is no storage.
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === key || event.key === null) refresh();
  });
  return { ...store, set: keep, keep, refresh };
}
