import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './database.ts';
import { assertOutsideTransaction } from './transaction.ts';

/** Older ones can lose data when the write-ahead log is reset. */
const OLDEST_SQLITE = '3.51.3';
/** How long a statement waits for another process's lock. */
export const BUSY_TIMEOUT_MS = 5_000;
const STATEMENTS_KEPT = 500;

/**
 * Opens (or makes) a database file so that each commit survives a power cut: write-ahead log with a full
 * sync. Throws when the library's SQLite is older than `OLDEST_SQLITE`.
 */
export function openSqliteFile(file: string): SqliteDatabase.Database {
  const raw = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    assertSafeVersion(raw.prepare<[], { v: string }>('select sqlite_version() as v').get()?.v ?? '0');
    raw.pragma('journal_mode = WAL');
    raw.pragma('synchronous = FULL');
    raw.pragma('foreign_keys = ON');
    raw.pragma('trusted_schema = OFF');
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Throws when `version` (such as 3.51.2) is older than the oldest that is safe. */
export function assertSafeVersion(version: string): void {
  if (compareVersions(version, OLDEST_SQLITE) < 0) {
    throw new Error(`SQLite ${version} can damage data; ${OLDEST_SQLITE} or newer is needed. Run "npm ci".`);
  }
}

function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export interface SqliteOptions {
  /** Refuse a transaction that waited for anything but its queries. For tests. */
  strict: boolean;
  /** Called when a write finds no room on the disk. */
  onFull: () => void;
}

/** Kysely's dialect for one connection to one file. */
export function sqliteDialect(raw: SqliteDatabase.Database, options: SqliteOptions): Dialect {
  return {
    createAdapter: () => new SingleFileAdapter(),
    createDriver: () => new SingleFileDriver(raw, options),
    createQueryCompiler: () => new LocklessCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}

/** The driver below queues by itself, because Kysely's own queue would wait before the driver can object. */
class SingleFileAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Row locks are left out: a transaction that began IMMEDIATE is the only writer there is. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(
    node: Parameters<SqliteQueryCompiler['visitSelectModifier']>[0],
  ): void {
    const locks =
      node.modifier?.startsWith('For') || node.modifier === 'SkipLocked' || node.modifier === 'NoWait';
    if (!locks) super.visitSelectModifier(node);
  }
}

class SingleFileDriver implements Driver {
  readonly #raw: SqliteDatabase.Database;
  readonly #connection: SingleFileConnection;
  readonly #strict: boolean;
  readonly #waiting: (() => void)[] = [];
  #taken = false;
  #turn: NodeJS.Immediate | undefined;
  #turned = false;

  constructor(raw: SqliteDatabase.Database, options: SqliteOptions) {
    this.#raw = raw;
    this.#strict = options.strict;
    this.#connection = new SingleFileConnection(raw, options.onFull);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    assertOutsideTransaction();
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    // Handed straight to the next in line: `#taken` stays true, so that no other caller slips in between.
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    if (this.#strict) {
      this.#turned = false;
      this.#turn = setImmediate(() => {
        this.#turned = true;
      });
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#stopWatching();
    if (this.#turned) {
      throw new Error(
        'A transaction waited for something else than its queries; everybody else waited with it',
      );
    }
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#stopWatching();
    // A full disk or a failed write has rolled it back already.
    if (this.#raw.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#raw.close();
  }

  #stopWatching(): void {
    if (this.#turn) clearImmediate(this.#turn);
    this.#turn = undefined;
  }
}

class SingleFileConnection implements DatabaseConnection {
  readonly #raw: SqliteDatabase.Database;
  readonly #onFull: () => void;
  /** Preparing costs more than most queries do. */
  readonly #statements = new LRUCache<string, SqliteDatabase.Statement<unknown[]>>({ max: STATEMENTS_KEPT });

  constructor(raw: SqliteDatabase.Database, onFull: () => void) {
    this.#raw = raw;
    this.#onFull = onFull;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return this.#execute<Row>(query);
    } catch (error) {
      if (error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_FULL') this.#onFull();
      throw error;
    }
  }

  #execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const statement = this.#prepare(query.sql);
    if (statement.reader) return { rows: statement.all(...query.parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...query.parameters);
    if (/^\s*(create|alter|drop)\b/i.test(query.sql)) this.#statements.clear();
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  // biome-ignore lint/correctness/useYield: there is nothing to yield, the interface wants a generator
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Read in pages: a stream would keep the only connection');
  }

  #prepare(sql: string): SqliteDatabase.Statement<unknown[]> {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = this.#raw.prepare<unknown[]>(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

export interface SqliteIntegrity {
  /** What SQLite says of a damaged file, one line a fault. */
  faults: string[];
  /** Rows whose foreign key refers to no row. */
  orphans: number;
}

/** Looks through a SQLite file for damage and for references to nothing. */
export async function checkSqliteIntegrity(db: Db): Promise<SqliteIntegrity> {
  const quick = await sql<{ quick_check: string }>`pragma quick_check`.execute(db);
  const orphans = await sql`pragma foreign_key_check`.execute(db);
  return {
    faults: quick.rows.map((row) => row.quick_check).filter((line) => line !== 'ok'),
    orphans: orphans.rows.length,
  };
}

/** Commits no longer wait for the disk: only for a file that may be lost in a power cut. */
export async function stopSyncingSqlite(db: Db): Promise<void> {
  await sql`pragma synchronous = off`.execute(db);
}

/**
 * Whether another process has a SQLite file open. Asked by leaving write-ahead logging, which needs the file for
 * oneself; a side effect is that all of the data is then in the one file.
 */
export function isSqliteInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  const raw = new SqliteDatabase(file, { timeout: 1_000 });
  try {
    return raw.pragma('journal_mode = DELETE', { simple: true }) !== 'delete';
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    raw.close();
  }
}
