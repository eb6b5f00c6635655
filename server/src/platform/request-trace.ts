import { AsyncLocalStorage } from 'node:async_hooks';

/** So many queries of a request are kept one by one; the rest are counted. */
const QUERIES_KEPT = 100;

/** A query that ran for a request. */
export interface QueryTime {
  /** With the places of its values, never the values. */
  sql: string;
  /** Milliseconds from the start of the request. */
  at: number;
  /** Milliseconds until it was answered, the wait for its turn included; undefined while it runs. */
  ms: number | undefined;
}

/** What is known of the request that the current code runs for. */
export class RequestTrace {
  readonly id: string;
  readonly queries: QueryTime[] = [];
  /** Queries beyond those kept. */
  more = 0;
  readonly #begun = performance.now();
  #isOver = false;

  constructor(id: string) {
    this.id = id;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** After the reply: timers that the request has left behind no longer run for it. */
  end(): void {
    this.#isOver = true;
  }

  /** Runs a query and takes its time. */
  async time<Result>(sql: string, run: () => Promise<Result>): Promise<Result> {
    if (this.queries.length >= QUERIES_KEPT) {
      this.more += 1;
      return run();
    }
    const begun = performance.now();
    const entry: QueryTime = { sql, at: begun - this.#begun, ms: undefined };
    this.queries.push(entry);
    try {
      return await run();
    } finally {
      entry.ms = performance.now() - begun;
    }
  }
}

const traces = new AsyncLocalStorage<RequestTrace | undefined>();

/** The request that the caller runs for; undefined outside of one, and after its reply. */
export function currentRequest(): RequestTrace | undefined {
  const trace = traces.getStore();
  return trace?.isOver ? undefined : trace;
}

/** Runs `work`, and what follows from it, for a request. */
export function runForRequest<Result>(trace: RequestTrace | undefined, work: () => Result): Result {
  return traces.run(trace, work);
}

/** Does for a request what it left to be done after its reply: mails that follow from it name it. */
export function continueRequest<Result>(id: string | null, work: () => Result): Result {
  return traces.run(id === null ? undefined : new RequestTrace(id), work);
}
