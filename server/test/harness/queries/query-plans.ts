import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { type Db, engineOf } from '../../../src/platform/db/database.ts';

/** One query and the engine's plan for it, step by step. */
export interface QueryPlan {
  sql: string;
  steps: string[];
}

/** Runs `work` on a database and explains each of its queries with the existing rows. */
export async function explainQueries(db: Db, work: (db: Db) => Promise<unknown>): Promise<QueryPlan[]> {
  const nodes: RootOperationNode[] = [];
  const noting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(noting));
  const plans: QueryPlan[] = [];
  for (const node of nodes) {
    const query = db.getExecutor().compileQuery(node, createQueryId());
    const explain = engineOf(db) === 'postgres' ? 'explain' : 'explain query plan';
    const explained = CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]);
    const { rows } = await db.executeQuery<Record<string, string>>(explained);
    plans.push({ sql: query.sql, steps: rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '') });
  }
  return plans;
}
