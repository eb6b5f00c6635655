import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db, Trx } from './database.ts';

interface Scope {
  open: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();
const commitCallbacks = new WeakMap<Trx, (() => void)[]>();

/**
 * Runs `work` in one transaction: all of it is on disk when the promise resolves, or none of it is.
 *
 * On SQLite it begins IMMEDIATE, so that transactions follow one another. On PostgreSQL it is read
 * committed: rows that a decision rests on are locked by the `lockX` functions (`.forUpdate()`, which
 * compiles to nothing on SQLite). Nothing is tried again by itself.
 *
 * Inside `work` only `trx` may be used: the outer `db` throws, because it would wait for itself on SQLite
 * and escape the transaction on PostgreSQL. Never await anything but queries in here.
 */
export async function transaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  const callbacks: (() => void)[] = [];
  const result = await db.transaction().execute((trx) => {
    commitCallbacks.set(trx, callbacks);
    const scope: Scope = { open: true };
    return scopes
      .run(scope, () => work(trx))
      .finally(() => {
        scope.open = false;
      });
  });
  for (const callback of callbacks) callback();
  return result;
}

/** Has `callback` called once the transaction is committed, and never if it is rolled back. */
export function onCommit(trx: Trx, callback: () => void): void {
  const callbacks = commitCallbacks.get(trx);
  if (!callbacks) throw new Error('onCommit needs a transaction that transaction() began');
  callbacks.push(callback);
}

/** Throws when the caller runs inside `transaction`: called by the drivers before they give a connection. */
export function assertOutsideTransaction(): void {
  if (scopes.getStore()?.open) {
    throw new Error('The database was used inside a transaction: use the transaction that was handed in');
  }
}
