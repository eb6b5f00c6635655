import { setTimeout as wait } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { RolledBackError } from './errors.ts';

/** So many at most share a commit: the first of them doesn't wait long for the last. */
export const MOST_MEMBERS = 64;
/** Between two looks whether another process has let go of the file. */
const LOOK_MS = 1;
/** So long this process leaves the file to another one after a commit: several of the other's looks, also on a busy machine. */
const LEAVE_MS = 6;

export interface CommitGroupOptions {
  /** How long a write waits for another process's. */
  lockWaitMs: number;
  /** Whether another process writes to the same file all the time. */
  isFileShared(): boolean;
  onFailedCommit(error: unknown): void;
}

/**
 * The line in which writes to a SQLite file wait for each other. Waiting for the disk is most of what a commit costs, so
 * writes that arrive together share one: each has a savepoint of its own, which a failure undoes alone, and is answered
 * after the commit. If the commit fails, all that share it fail.
 */
export class CommitGroup {
  readonly #raw: SqliteDatabase.Database;
  readonly #run: Readonly<Record<Step, SqliteDatabase.Statement>>;
  readonly #options: CommitGroupOptions;
  /** Those who wait for their turn to write. */
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  /** Those who have written and wait for the commit. */
  #members: PromiseWithResolvers<void>[] = [];
  #coming: NodeJS.Immediate | undefined;
  /** Why the transaction is gone that the one whose turn it is was part of. */
  #lostBy: unknown;
  #committedAt = Number.NEGATIVE_INFINITY;

  constructor(raw: SqliteDatabase.Database, options: CommitGroupOptions) {
    this.#raw = raw;
    this.#options = options;
    this.#standStillFor(0);
    this.#run = {
      begin: raw.prepare('begin immediate'),
      commit: raw.prepare('commit'),
      rollback: raw.prepare('rollback'),
      savepoint: raw.prepare('savepoint member'),
      release: raw.prepare('release member'),
      undo: raw.prepare('rollback to member'),
    };
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when it is this one's turn to write. It ends with `leave` or `abandon`. */
  async enter(): Promise<void> {
    await this.#takeTurn();
    this.#lostBy = undefined;
    try {
      if (this.#isShared) this.#run.savepoint.run();
      else await this.#begin();
    } catch (error) {
      this.#pass();
      throw error;
    }
  }

  /** Throws if the transaction is gone: each statement would commit by itself. */
  assertOpen(): void {
    if (!this.#raw.inTransaction) throw new RolledBackError(this.#lostBy);
  }

  /**
   * Takes note of a statement's failure. SQLite undoes a whole transaction when it can't write, so what the others wrote is
   * gone, too.
   */
  noteFailure(error: unknown): void {
    if (this.#raw.inTransaction) return;
    this.#lostBy = error;
    refuse(this.#takeMembers(), error);
  }

  /** Resolves when what was written since `enter` is on the disk; throws if it isn't and won't be. */
  async leave(): Promise<void> {
    if (this.#isShared) this.#runOrBreakUp('release');
    await this.#join();
  }

  /**
   * Undoes what was written since `enter`, and nothing of the others. Resolves when these are on the disk: the failure can
   * rest on what they wrote.
   */
  async abandon(): Promise<void> {
    if (!this.#isShared) {
      if (this.#raw.inTransaction) this.#run.rollback.run();
      this.#pass();
      return;
    }
    this.#runOrBreakUp('undo');
    this.#runOrBreakUp('release');
    await this.#join();
  }

  /** Runs what SQLite doesn't do inside a transaction, after a commit of what waits for one. */
  async runAlone<Result>(act: () => Result): Promise<Result> {
    await this.#takeTurn();
    try {
      this.#commit();
      this.#standStillFor(this.#options.lockWaitMs);
      return act();
    } finally {
      if (this.#raw.open) this.#standStillFor(0);
      this.#pass();
    }
  }

  /** Whether the transaction has others' work in it. */
  get #isShared(): boolean {
    return this.#members.length > 0;
  }

  /**
   * Begins a transaction. While another process writes, it looks again and again: SQLite's own waiting would stop everything else in
   * this process, and looks so seldom that a busy process never lets another one in.
   */
  async #begin(): Promise<void> {
    const since = performance.now();
    if (this.#options.isFileShared()) {
      const left = this.#committedAt + LEAVE_MS - since;
      if (left > 0) await wait(left);
    }
    for (;;) {
      try {
        this.#run.begin.run();
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() - since >= this.#options.lockWaitMs) throw error;
      }
      await wait(LOOK_MS);
    }
  }

  /** How long SQLite itself waits for a lock. */
  #standStillFor(ms: number): void {
    this.#raw.pragma(`busy_timeout = ${ms}`);
  }

  async #takeTurn(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
  }

  async #join(): Promise<void> {
    const member = Promise.withResolvers<void>();
    this.#members.push(member);
    this.#pass();
    await member.promise;
  }

  /** To the next in line, who joins the group. `#isTaken` stays true, so that no other caller slips in between. */
  #pass(): void {
    if (this.#members.length >= MOST_MEMBERS) this.#commit();
    const next = this.#waiting.shift();
    if (next) {
      next();
      return;
    }
    this.#isTaken = false;
    // After the requests that have arrived by now, which join.
    if (this.#isShared) this.#coming ??= setImmediate(() => this.#commitUnlessTaken());
  }

  /** Without its savepoints nothing shows whose work is in the transaction: all of it is undone. */
  #runOrBreakUp(step: 'undo' | 'release'): void {
    try {
      this.#run[step].run();
    } catch (error) {
      refuse(this.#takeMembers(), error);
      if (this.#raw.inTransaction) this.#run.rollback.run();
      this.#pass();
      throw error;
    }
  }

  #commitUnlessTaken(): void {
    this.#coming = undefined;
    // The member that writes now passes its turn on, which schedules the next commit.
    if (!this.#isTaken) this.#commit();
  }

  #commit(): void {
    if (!this.#isShared) return;
    const members = this.#takeMembers();
    try {
      this.#run.commit.run();
    } catch (error) {
      refuse(members, error);
      if (this.#raw.inTransaction) this.#run.rollback.run();
      this.#options.onFailedCommit(error);
      return;
    } finally {
      this.#committedAt = performance.now();
    }
    for (const { resolve } of members) resolve();
  }

  #takeMembers(): PromiseWithResolvers<void>[] {
    const members = this.#members;
    this.#members = [];
    return members;
  }
}

type Step = 'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'undo';

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function refuse(members: readonly PromiseWithResolvers<void>[], error: unknown): void {
  for (const { reject } of members) reject(error);
}
