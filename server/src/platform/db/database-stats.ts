import { Gauge, Histogram, type Registry } from 'prom-client';

/** From a tenth of a millisecond, as long as a read of a SQLite file takes, to the longest that a statement may. */
const SECONDS = [0.0001, 0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5, 15];

/** What is open to a PostgreSQL. */
export interface PoolState {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** How long the database takes, and what waits for it; counted from its opening on. */
export class DatabaseStats {
  readonly #queries = histogram('database_query_duration_seconds', 'Time that a query takes');
  readonly #commits = histogram(
    'database_commit_duration_seconds',
    'Time that a commit takes; SQLite shares one among writes that arrive together',
  );
  readonly #waits = histogram(
    'database_wait_seconds',
    'Time until a write has its turn (SQLite), or until a connection is free (PostgreSQL)',
  );
  #countWaiting = () => 0;
  #pool: PoolState | undefined;

  /** Milliseconds, as all below. */
  queried(ms: number): void {
    this.#queries.observe(ms / 1_000);
  }

  committed(ms: number): void {
    this.#commits.observe(ms / 1_000);
  }

  waited(ms: number): void {
    this.#waits.observe(ms / 1_000);
  }

  /** How many wait for their turn to write. */
  watchLine(countWaiting: () => number): void {
    this.#countWaiting = countWaiting;
  }

  watchPool(pool: PoolState): void {
    this.#pool = pool;
    this.#countWaiting = () => pool.waitingCount;
  }

  register(registry: Registry): void {
    for (const each of [this.#queries, this.#commits, this.#waits]) registry.registerMetric(each);
    const countWaiting = () => this.#countWaiting();
    new Gauge({
      name: 'database_waiting',
      help: 'Writes that wait for their turn (SQLite), or uses that wait for a connection (PostgreSQL)',
      registers: [registry],
      collect() {
        this.set(countWaiting());
      },
    });
    const pool = this.#pool;
    if (!pool) return;
    new Gauge({
      name: 'database_connections',
      help: 'Connections of this process to PostgreSQL',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      },
    });
  }
}

const histogram = (name: string, help: string) =>
  new Histogram({ name, help, buckets: SECONDS, registers: [] });
