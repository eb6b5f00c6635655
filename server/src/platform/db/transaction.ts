import { AsyncLocalStorage } from 'node:async_hooks';
import { runForRequest } from '../request-trace.ts';
import type { Db, Trx } from './database.ts';

interface Scope {
  open: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();
interface LastAct {
  name: string;
  run(): Promise<void>;
}

interface Ending {
  lastActs: LastAct[];
  callbacks: (() => void)[];
}

const endings = new WeakMap<Trx, Ending>();

/**
 * Runs `work` in one transaction: all of it is on disk when the promise resolves, or none of it is.
 *
 * On SQLite transactions follow one another, and those that arrive together share a commit. On PostgreSQL it is read
 * committed: rows that a decision rests on are locked by the `lockX` functions (`.forUpdate()`, which
 * compiles to nothing on SQLite). Nothing is tried again by itself.
 *
 * Inside `work` only `trx` may be used: the outer `db` throws, because it would wait for itself on SQLite
 * and escape the transaction on PostgreSQL. Never await anything but queries in here.
 */
export async function transaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  const ending: Ending = { lastActs: [], callbacks: [] };
  const workAndEnd = async (trx: Trx) => {
    const result = await work(trx);
    const acts = ending.lastActs.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    for (const act of acts) await act.run();
    return result;
  };
  const result = await db.transaction().execute((trx) => {
    endings.set(trx, ending);
    const scope: Scope = { open: true };
    return scopes
      .run(scope, () => workAndEnd(trx))
      .finally(() => {
        scope.open = false;
      });
  });
  // What they begin goes on by itself: it isn't part of the request any more.
  if (ending.callbacks.length > 0) {
    runForRequest(undefined, () => {
      for (const callback of ending.callbacks) callback();
    });
  }
  return result;
}

/**
 * Has `run` done as one of the last things of the transaction, in the order of the names of all such. For rows
 * that everybody writes to, such as counts: on PostgreSQL each is held from here to the commit, so that they
 * are taken late, and always in the same order, in which two transactions never wait for each other.
 */
export function beforeCommit(trx: Trx, name: string, run: () => Promise<void>): void {
  endingOf(trx).lastActs.push({ name, run });
}

/** Has `callback` called once the transaction is committed, and never if it is rolled back. */
export function onCommit(trx: Trx, callback: () => void): void {
  endingOf(trx).callbacks.push(callback);
}

function endingOf(trx: Trx): Ending {
  const ending = endings.get(trx);
  if (!ending) throw new Error('This needs a transaction that transaction() began');
  return ending;
}

/** Throws when the caller runs inside `transaction`: called by the drivers before they give a connection. */
export function assertOutsideTransaction(): void {
  if (scopes.getStore()?.open) {
    throw new Error('The database was used inside a transaction: use the transaction that was handed in');
  }
}
