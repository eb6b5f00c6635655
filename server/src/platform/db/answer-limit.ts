import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

export interface AnswerLimitOptions {
  /** An answer that takes longer than this won't come: the server ends its statements sooner. */
  ms: number;
  onOverdue: (error: Error) => void;
}

/** No query of a call takes this long: the idle connections may be dead, too. */
const SILENCE_MS = 1_500;

/**
 * A pool that notices when answers stop coming. A connection whose packets are dropped, by a firewall or in a
 * failover, looks alive to the kernel for a quarter of an hour; the pool destroys it with the first overdue
 * answer and never reuses it. Long before, it drops the idle ones, which take the same route: each would cost
 * another call its answer, and new ones cost little where the server was merely slow.
 */
export function limitAnswers(pool: pg.Pool, { ms, onOverdue }: AnswerLimitOptions): PostgresPool {
  const note = {
    silence: () => dropIdle(pool),
    overdue: () => onOverdue(new Error(`PostgreSQL did not answer within ${ms} ms`)),
  };
  return {
    options: pool.options,
    connect: async () => new LimitedClient(await pool.connect(), ms, note),
    end: () => pool.end(),
  };
}

/** Removes every idle connection from the pool; the pool opens new ones on demand. */
function dropIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left -= 1) {
    pool.connect().then(
      (idle) => idle.release(true),
      () => {},
    );
  }
}

class LimitedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #ms: number;
  readonly #note: { silence: () => void; overdue: () => void };

  constructor(client: pg.PoolClient, ms: number, note: { silence: () => void; overdue: () => void }) {
    this.#client = client;
    this.#ms = ms;
    this.#note = note;
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    text: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new TypeError('Read in pages: a cursor would keep its connection');
    const asking = this.#client.query(text, [...parameters]) as unknown as Promise<PostgresQueryResult<Row>>;
    const silence = setTimeout(this.#note.silence, Math.min(SILENCE_MS, this.#ms));
    const answer = endWhenOverdue(this.#client, asking, this.#ms, this.#note.overdue);
    return answer.finally(() => clearTimeout(silence));
  }

  release(destroy = false): void {
    this.#client.release(destroy);
  }
}

/**
 * Destroys the connection when a query isn't answered within `ms`: that query fails at once, and so
 * do all later ones, so that a pool drops the connection on its return.
 */
export async function endWhenOverdue<Answer>(
  client: pg.ClientBase,
  asking: Promise<Answer>,
  ms: number,
  onOverdue: () => void = () => {},
): Promise<Answer> {
  const overdue = setTimeout(() => {
    onOverdue();
    if (client instanceof pg.Client) void client.end();
  }, ms);
  try {
    return await asking;
  } finally {
    clearTimeout(overdue);
  }
}
