import type SqliteDatabase from 'better-sqlite3';
import { RolledBackError } from './errors.ts';

/** So many at most share a commit: the first of them doesn't wait long for the last. */
export const MOST_MEMBERS = 64;

/**
 * The line in which writes to a SQLite file wait for each other. Waiting for the disk is most of what a commit costs, so
 * writes that arrive together share one: each has a savepoint of its own, which a failure undoes alone, and is answered
 * after the commit. If the commit fails, all that share it fail.
 */
export class CommitGroup {
  readonly #raw: SqliteDatabase.Database;
  readonly #run: Readonly<Record<Step, SqliteDatabase.Statement>>;
  readonly #onFailedCommit: (error: unknown) => void;
  /** Those who wait for their turn to write. */
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  /** Those who have written and wait for the commit. */
  #members: PromiseWithResolvers<void>[] = [];
  #coming: NodeJS.Immediate | undefined;
  /** Why the transaction is gone that the one whose turn it is was part of. */
  #lostBy: unknown;

  constructor(raw: SqliteDatabase.Database, onFailedCommit: (error: unknown) => void) {
    this.#raw = raw;
    this.#onFailedCommit = onFailedCommit;
    this.#run = {
      begin: raw.prepare('begin immediate'),
      commit: raw.prepare('commit'),
      rollback: raw.prepare('rollback'),
      savepoint: raw.prepare('savepoint member'),
      release: raw.prepare('release member'),
      undo: raw.prepare('rollback to member'),
    };
  }

  /** Resolves when it is this one's turn to write. It ends with `leave` or `abandon`. */
  async enter(): Promise<void> {
    await this.#takeTurn();
    this.#lostBy = undefined;
    try {
      this.#run[this.#isShared ? 'savepoint' : 'begin'].run();
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
      return act();
    } finally {
      this.#pass();
    }
  }

  /** Whether the transaction has others' work in it. */
  get #isShared(): boolean {
    return this.#members.length > 0;
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
      this.#onFailedCommit(error);
      return;
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

function refuse(members: readonly PromiseWithResolvers<void>[], error: unknown): void {
  for (const { reject } of members) reject(error);
}
