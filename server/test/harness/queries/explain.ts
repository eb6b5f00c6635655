import {
  CompiledQuery,
  createQueryId,
  type KyselyPlugin,
  type QueryId,
  type RootOperationNode,
  sql,
} from 'kysely';
import type { Db, Engine } from '../../../src/platform/db/database.ts';
import type { QueryCall } from '../../samples/noun-samples.ts';

/** A query that a function ran, and the engine's plan for it, line by line. */
export interface ExplainedQuery {
  repository: string;
  name: string;
  sql: string;
  plan: readonly string[];
}

/** Every query that the calls ran, once for each function. */
export interface RecordedQueries {
  queries: { repository: string; name: string; query: CompiledQuery }[];
  /** `file:line` of every place in a repository that ran one. */
  places: ReadonlySet<string>;
}

/** The line of a repository that runs a query. */
const PLACE = /\/([\w-]+)\.repository\.ts:(\d+)/;

/**
 * Runs the calls one after the other and records the queries that each function itself runs: those of
 * another repository are recorded by its own calls.
 */
export async function recordQueries(
  db: Db,
  engine: Engine,
  calls: readonly QueryCall[],
): Promise<RecordedQueries> {
  const made = new WeakMap<QueryId, { node: RootOperationNode; repository: string }>();
  let executed: { node: RootOperationNode; repository: string }[] = [];
  const places = new Set<string>();
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const [, repository = '', line] = PLACE.exec(new Error().stack ?? '') ?? [];
      places.add(`${repository}.repository.ts:${line}`);
      made.set(queryId, { node, repository });
      return node;
    },
    // A part of another query is transformed too, but has no result of its own.
    transformResult: async ({ result, queryId }) => {
      const query = made.get(queryId);
      if (query) executed.push(query);
      return result;
    },
  };
  const recording = db.withPlugin(recorder);
  const queries = new Map<string, RecordedQueries['queries'][number]>();
  for (const { repository, name, engine: only = engine, run } of calls) {
    if (only !== engine) continue;
    executed = [];
    await run(recording);
    for (const { node, repository: maker } of executed) {
      if (maker !== repository) continue;
      const query = db.getExecutor().compileQuery(node, createQueryId());
      const key = `${repository} ${name} ${query.sql}`;
      if (!queries.has(key)) queries.set(key, { repository, name, query });
    }
  }
  return { queries: [...queries.values()], places };
}

/** Explains queries with the existing rows and statistics. */
export async function explainQueries(
  db: Db,
  engine: Engine,
  { queries }: RecordedQueries,
): Promise<ExplainedQuery[]> {
  const explain = engine === 'postgres' ? 'explain (costs off)' : 'explain query plan';
  return db.transaction().execute(async (trx) => {
    if (engine === 'postgres') {
      // The machine's processors and memory must not change a plan.
      await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
      await sql`set local effective_cache_size = '4GB'`.execute(trx);
      await sql`set local work_mem = '4MB'`.execute(trx);
      await sql`set local jit = off`.execute(trx);
    }
    const explained: ExplainedQuery[] = [];
    for (const { repository, name, query } of queries) {
      const text = CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]);
      const { rows } = await trx.executeQuery<Record<string, string | number>>(text);
      const plan = engine === 'postgres' ? readPostgresPlan(rows) : readSqlitePlan(rows);
      explained.push({ repository, name, sql: withPlainParameters(query.sql), plan });
    }
    return explained;
  });
}

/** The same text for both engines: PostgreSQL's parameters have numbers, SQLite's a sign. */
function withPlainParameters(text: string): string {
  return text
    .replace(/\$\d+|\+\?/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
}

type PlanRow = Record<string, string | number>;

/** Replaces the values in a plan: they come from the sample and carry no meaning. */
function readPostgresPlan(rows: readonly PlanRow[]): string[] {
  return rows.map((row) =>
    String(row['QUERY PLAN'])
      .replace(/'(?:[^']|'')*'(?:::(?:text|bigint|integer)(?:\[\])?)?/g, '?')
      .replace(/\b\d{4,}\b/g, '?'),
  );
}

function readSqlitePlan(rows: readonly PlanRow[]): string[] {
  const depths = new Map<unknown, number>();
  return rows.map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    return `${'  '.repeat(depth)}${detail}`;
  });
}
