import SqliteDatabase from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { currentRequest } from '../request-trace.ts';
import { CommitGroup, type CommitGroupOptions } from './commit-group.ts';
import type { DatabaseStats } from './database-stats.ts';
import { openSqliteReader } from './sqlite.ts';
import { assertOutsideTransaction } from './transaction.ts';

const STATEMENTS_KEPT = 500;

export interface SqliteOptions extends Pick<CommitGroupOptions, 'lockWaitMs' | 'isFileShared'> {
  /** Refuse a transaction that waited for anything but its queries. For tests. */
  strict: boolean;
  /** Called when a write finds no room on the disk. */
  onFull: () => void;
  stats: DatabaseStats;
}

/** Kysely's dialect for one file: a connection that writes, and one that reads what is committed. */
export function sqliteDialect(writer: SqliteDatabase.Database, options: SqliteOptions): Dialect {
  return {
    createAdapter: () => new SingleFileAdapter(),
    createDriver: () => new SingleFileDriver(writer, options),
    createQueryCompiler: () => new SingleFileCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}

/** Writes wait in a line of our own (commit-group.ts), reads in none: Kysely's queue isn't needed. */
class SingleFileAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class SingleFileCompiler extends SqliteQueryCompiler {
  /** Row locks are left out: the transactions of the one connection that writes follow one another. */
  protected override visitSelectModifier(
    node: Parameters<SqliteQueryCompiler['visitSelectModifier']>[0],
  ): void {
    const locks =
      node.modifier?.startsWith('For') || node.modifier === 'SkipLocked' || node.modifier === 'NoWait';
    if (!locks) super.visitSelectModifier(node);
  }

  /**
   * A bare `?` of most queries makes this build of SQLite (with STAT4) plan the query again for each new value, which
   * takes four times as long as running it. The sign hides the value from the planner and changes nothing else.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** What may only read. */
const CAN_READ = /^\s*(?:select|with|values)\b/i;
/** What SQLite does only outside a transaction, or for one connection alone. */
const NEEDS_TO_BE_ALONE = /^\s*(?:pragma|vacuum|attach|detach)\b/i;
const MOVES_TRANSACTION = /^\s*(?:begin|commit|end|rollback|savepoint|release)\b/i;

class SingleFileDriver implements Driver {
  readonly #writer: Statements;
  /** Opened by the first read. */
  #reader: Statements | undefined;
  readonly #group: CommitGroup;
  /** Used again: Kysely remembers every one that it was given, which costs more than the rest of it. */
  readonly #idle: SqliteConnection[] = [];
  readonly #options: SqliteOptions;

  constructor(raw: SqliteDatabase.Database, options: SqliteOptions) {
    this.#writer = new Statements(raw, options.stats);
    this.#options = options;
    this.#group = new CommitGroup(raw, { ...options, onFailedCommit: (error) => this.#noteFull(error) });
    options.stats.watchLine(() => this.#group.waiting);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    assertOutsideTransaction();
    return this.#idle.pop() ?? new SqliteConnection(this);
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.#idle.push(connection);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await this.#enter();
    connection.begin(this.#options.strict);
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.hasWaited) {
      throw new Error('A transaction waited for something else than its queries; all others waited with it');
    }
    this.#group.assertOpen();
    connection.end();
    const trace = currentRequest();
    await (trace ? trace.time('commit', () => this.#leave()) : this.#leave());
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // After a failed commit there is nothing left to undo.
    if (!connection.isInTransaction) return;
    connection.end();
    await this.#group.abandon();
  }

  async destroy(): Promise<void> {
    await this.#group.runAlone(() => {
      this.#reader?.raw.close();
      this.#writer.raw.close();
    });
  }

  /** Runs a statement of the transaction whose turn it is. */
  runInTransaction<Row>(query: CompiledQuery): QueryResult<Row> {
    this.#group.assertOpen();
    return this.#write<Row>(query);
  }

  /** Runs a statement by itself. If it writes, it is on disk when the promise resolves. */
  async run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (CAN_READ.test(query.sql)) {
      const reader = this.#openReader();
      if (reader.prepare(query.sql).readonly) return reader.execute<Row>(query);
    }
    if (MOVES_TRANSACTION.test(query.sql)) throw new Error('Transactions are begun by transaction()');
    if (NEEDS_TO_BE_ALONE.test(query.sql)) return this.#group.runAlone(() => this.#write<Row>(query));
    await this.#enter();
    let result: QueryResult<Row>;
    try {
      result = this.#write<Row>(query);
    } catch (error) {
      await this.#group.abandon();
      throw error;
    }
    await this.#leave();
    return result;
  }

  async #enter(): Promise<void> {
    const begun = performance.now();
    await this.#group.enter();
    this.#options.stats.waited(performance.now() - begun);
  }

  async #leave(): Promise<void> {
    const begun = performance.now();
    await this.#group.leave();
    this.#options.stats.committed(performance.now() - begun);
  }

  #write<Row>(query: CompiledQuery): QueryResult<Row> {
    try {
      return this.#writer.execute<Row>(query);
    } catch (error) {
      this.#group.noteFailure(error);
      this.#noteFull(error);
      throw error;
    }
  }

  #openReader(): Statements {
    const { raw } = this.#writer;
    // A database in memory belongs to its one connection.
    this.#reader ??= raw.memory
      ? this.#writer
      : new Statements(openSqliteReader(raw.name), this.#options.stats);
    return this.#reader;
  }

  #noteFull(error: unknown): void {
    if (error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_FULL') this.#options.onFull();
  }
}

/** One use of the database: a statement by itself, or a transaction. */
class SqliteConnection implements DatabaseConnection {
  readonly #driver: SingleFileDriver;
  /** From its turn to write until it passes that on. */
  isInTransaction = false;
  /** Whether the transaction waited for anything but its queries, as far as that is watched. */
  hasWaited = false;
  #watch: NodeJS.Immediate | undefined;

  constructor(driver: SingleFileDriver) {
    this.#driver = driver;
  }

  begin(isWatched: boolean): void {
    this.isInTransaction = true;
    this.hasWaited = false;
    if (!isWatched) return;
    this.#watch = setImmediate(() => {
      this.hasWaited = true;
    });
  }

  end(): void {
    this.isInTransaction = false;
    clearImmediate(this.#watch);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const trace = currentRequest();
    return trace ? trace.time(query.sql, () => this.#run<Row>(query)) : this.#run<Row>(query);
  }

  async #run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.isInTransaction ? this.#driver.runInTransaction<Row>(query) : this.#driver.run<Row>(query);
  }

  // biome-ignore lint/correctness/useYield: there is nothing to yield, the interface wants a generator
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Read in pages: a stream would keep its connection from all others');
  }
}

/** A connection and its prepared statements. */
class Statements {
  readonly raw: SqliteDatabase.Database;
  /** Preparing costs more than most queries do. */
  readonly #kept = new LRUCache<string, SqliteDatabase.Statement<unknown[]>>({ max: STATEMENTS_KEPT });

  readonly #stats: DatabaseStats;

  constructor(raw: SqliteDatabase.Database, stats: DatabaseStats) {
    this.raw = raw;
    this.#stats = stats;
  }

  prepare(sql: string): SqliteDatabase.Statement<unknown[]> {
    const kept = this.#kept.get(sql);
    if (kept) return kept;
    const statement = this.raw.prepare<unknown[]>(sql);
    this.#kept.set(sql, statement);
    return statement;
  }

  execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const statement = this.prepare(query.sql);
    const begun = performance.now();
    if (statement.reader) {
      const rows = statement.all(...query.parameters) as Row[];
      this.#stats.queried(performance.now() - begun);
      return { rows };
    }
    const { changes, lastInsertRowid } = statement.run(...query.parameters);
    this.#stats.queried(performance.now() - begun);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
}
