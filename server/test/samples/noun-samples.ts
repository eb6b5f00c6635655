import type { EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import type { Db, Engine, Trx } from '../../src/platform/db/database.ts';
import { transaction } from '../../src/platform/db/transaction.ts';
import type { SeedRows } from './values.ts';

/** A call's parts on the wire. */
export interface SampleCall {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The path and query of a call. */
export function targetOf(endpoint: Endpoint, { params = {}, query = {} }: SampleCall): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return `/api${path}${asked.size > 0 ? `?${asked}` : ''}`;
}

/** The subjects of calls on a project. */
export interface ProjectSubject {
  /** The client's submitted project. */
  projectId: string;
}

/** A noun's samples for the tests that cover every noun. */
export interface NounSamples<Subjects = ProjectSubject> {
  /** The rows of its tables for the query plans. */
  rows: Partial<SeedRows>;
  /** A valid call of each of its endpoints. */
  calls: Partial<Record<EndpointName, (subjects: Subjects) => SampleCall>>;
  /** A call of each function of its repositories. */
  queries: readonly QueryCall[];
}

/** A row of a table; the seed has none with its number. */
export function newRow<Row>([, row]: readonly [count: number, row: (n: number) => Row], n = 9_001): Row {
  return row(n);
}

/** One call of a repository's function: its arguments after the database, or the whole call. */
type Sample<F> =
  | (F extends (db: Trx, ...rest: infer Rest) => unknown ? Rest : never)
  | ((db: Db) => Promise<unknown>);

/** The functions of a module that take a database first, which are those that query it. */
type QueryName<Module> = {
  [Name in keyof Module]: Module[Name] extends (...args: infer Args) => unknown
    ? Trx extends Args[0]
      ? Name
      : never
    : never;
}[keyof Module];

/** At least one call for every function of a module. A function without any doesn't compile. */
export type Samples<Module> = {
  [Name in QueryName<Module>]: readonly [Sample<Module[Name]>, ...Sample<Module[Name]>[]];
};

/** A function of a repository, and one call of it. */
export interface QueryCall {
  repository: string;
  name: string;
  /** For a function that one engine alone uses. */
  engine?: Engine;
  run(db: Db): Promise<unknown>;
}

/** The calls of a module's functions. Those given as arguments run in a transaction that is rolled back. */
export function callsOf<Module extends object>(
  repository: string,
  module: Module,
  samples: Samples<Module>,
): QueryCall[] {
  const functions = module as Record<string, (trx: Trx, ...rest: readonly unknown[]) => unknown>;
  const named = Object.entries(samples as Record<string, readonly Sample<never>[]>);
  return named.flatMap(([name, calls]) =>
    calls.map((call: readonly unknown[] | ((db: Db) => Promise<unknown>)) => ({
      repository,
      name,
      run: async (db: Db) => {
        if (typeof call === 'function') return call(db);
        return rollingBack(db, async (trx) => drain(await functions[name]?.(trx, ...call)));
      },
    })),
  );
}

class RolledBack extends Error {}

async function rollingBack(db: Db, work: (trx: Trx) => Promise<unknown>): Promise<void> {
  const rollBack = async (trx: Trx) => {
    await work(trx);
    throw new RolledBack();
  };
  await transaction(db, rollBack).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

/** Reads a generator to its end: it makes its queries in turn. */
async function drain(result: unknown): Promise<void> {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return;
  for await (const _ of result as AsyncIterable<unknown>);
}
