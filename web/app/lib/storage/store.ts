/** A value outside of React that components follow with `useSyncExternalStore`. */
export interface Store<Value> {
  get(): Value;
  set(next: Value): void;
  /** @returns what ends it */
  subscribe(listener: () => void): () => void;
}

/** A value in this page's memory. Public pages load it: what else a store can do is in lib/storage/account-store.ts. */
export function createStore<Value>(current: Value): Store<Value> {
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (next) => {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
