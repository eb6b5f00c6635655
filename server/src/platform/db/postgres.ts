import {
  type CompiledQuery,
  type ControlConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  sql,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { currentRequest } from '../request-trace.ts';
import { type AnswerLimitOptions, endWhenOverdue, limitAnswers } from './answer-limit.ts';
import type { Db, Trx } from './database.ts';
import type { DatabaseStats } from './database-stats.ts';
import { DatabaseUnavailableError } from './errors.ts';
import { assertOutsideTransaction } from './transaction.ts';

const INT8 = 20;

type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0];

export interface PostgresOptions {
  /** Connections of this process; PostgreSQL's own default allows 100 in all. */
  maxConnections: number;
  /** Called for each connection that broke or stopped answering; its user gets a separate error. */
  onBrokenConnection: (error: Error) => void;
}

/** How long a new connection, or one from the pool, may take. */
const CONNECT_MS = 5_000;

/** A pool whose connections keep each commit on disk and give up on a statement after 15 s, a lock after 10 s. */
export function createPool(url: string, options: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'atelier',
    max: options.maxConnections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser },
    onConnect: async (client) => {
      // Every query is a short one: starting workers for it costs it more than they save, and others their turn.
      const text =
        "set synchronous_commit = on; set statement_timeout = '15s'; set lock_timeout = '10s'; " +
        "set idle_in_transaction_session_timeout = '30s'; set timezone = 'UTC'; " +
        'set max_parallel_workers_per_gather = 0';
      await endWhenOverdue(client, client.query(text), CONNECT_MS);
    },
  });
  pool.on('error', options.onBrokenConnection);
  // Also while it is in use: without a listener a cut connection would end the process.
  pool.on('connect', (client) => client.on('error', options.onBrokenConnection));
  return pool;
}

/** As pg's own, but whole numbers of 64 bits come as numbers, and one that would lose digits is refused. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 && format !== 'binary') return parseInt8;
  return pg.types.getTypeParser(oid, format);
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

/** Kysely's dialect over a pool that waits for answers as long as `limit` says. */
export function postgresDialect(pool: pg.Pool, limit: AnswerLimitOptions, stats: DatabaseStats): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new GuardedDriver(new PostgresDriver({ pool: limitAnswers(pool, limit) }), stats),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

/** Adds two things: the check against using `db` inside a transaction, and one error for a lost connection. */
class GuardedDriver implements Driver {
  readonly #driver: PostgresDriver;
  readonly #stats: DatabaseStats;

  constructor(driver: PostgresDriver, stats: DatabaseStats) {
    this.#driver = driver;
    this.#stats = stats;
  }

  async init(): Promise<void> {
    await this.#driver.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    assertOutsideTransaction();
    const begun = performance.now();
    try {
      const connection = (await this.#driver.acquireConnection()) as PostgresConnection;
      return new GuardedConnection(connection, this.#stats);
    } catch (error) {
      throw asUnavailable(error);
    } finally {
      this.#stats.waited(performance.now() - begun);
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await this.#driver.releaseConnection(inner(connection));
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await rethrow(this.#driver.beginTransaction(inner(connection), settings));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const commit = async () => {
      const begun = performance.now();
      await rethrow(this.#driver.commitTransaction(inner(connection)));
      this.#stats.committed(performance.now() - begun);
    };
    const trace = currentRequest();
    await (trace ? trace.time('commit', commit) : commit());
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await rethrow(this.#driver.rollbackTransaction(inner(connection)));
  }

  async savepoint(connection: DatabaseConnection, name: string, compile: QueryCompiler['compileQuery']) {
    await this.#driver.savepoint(inner(connection), name, compile);
  }

  async rollbackToSavepoint(
    connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ) {
    await this.#driver.rollbackToSavepoint(inner(connection), name, compile);
  }

  async releaseSavepoint(
    connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ) {
    await this.#driver.releaseSavepoint(inner(connection), name, compile);
  }

  async destroy(): Promise<void> {
    await this.#driver.destroy();
  }
}

class GuardedConnection implements DatabaseConnection {
  readonly inner: PostgresConnection;
  readonly #stats: DatabaseStats;

  constructor(connection: PostgresConnection, stats: DatabaseStats) {
    this.inner = connection;
    this.#stats = stats;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const run = () => this.#run<Row>(query);
    const trace = currentRequest();
    return trace ? trace.time(query.sql, run) : run();
  }

  async #run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const begun = performance.now();
    const result = await rethrow(this.inner.executeQuery<Row>(query));
    this.#stats.queried(performance.now() - begun);
    return result;
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize);
  }

  async cancelQuery(provider: ControlConnectionProvider): Promise<void> {
    await this.inner.cancelQuery?.(provider);
  }

  async collectSessionInfo(): Promise<void> {
    await this.inner.collectSessionInfo?.();
  }

  async killSession(provider: ControlConnectionProvider): Promise<void> {
    await this.inner.killSession?.(provider);
  }
}

function inner(connection: DatabaseConnection): PostgresConnection {
  if (!(connection instanceof GuardedConnection)) throw new TypeError('A connection of another driver');
  return connection.inner;
}

async function rethrow<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw asUnavailable(error);
  }
}

/**
 * What PostgreSQL itself said is left as it is, and so are mistakes of ours (a TypeError); all that
 * remains came from the way to it.
 */
function asUnavailable(error: unknown): unknown {
  const said = error instanceof pg.DatabaseError || error instanceof TypeError || error instanceof RangeError;
  return said || error instanceof DatabaseUnavailableError ? error : new DatabaseUnavailableError(error);
}

/**
 * Reads a PostgreSQL as it is at one moment, however long that takes, while others go on writing. Only for
 * commands: a transaction this long keeps old rows from being cleaned up.
 */
export async function readSnapshot<Result>(db: Db, read: (at: Db) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (at) => {
      await waitAsLongAsItTakes(at);
      return read(at);
    });
}

/** Lifts, until the end of the transaction, the limits that keep a request from waiting for ever. */
export async function waitAsLongAsItTakes(trx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

/** Sends a PostgreSQL notification when the transaction commits. */
export async function notify(trx: Trx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
}

/** Whether another process of the product is connected to a PostgreSQL database. */
export async function isPostgresInUse(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'atelier' and pid <> pg_backend_pid()`.execute(
    db,
  );
  return (rows[0]?.count ?? 0) > 0;
}
