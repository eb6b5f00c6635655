import { type Kysely, PostgresAdapter, type Transaction } from 'kysely';

export type Engine = 'sqlite' | 'postgres';

/**
 * Every table of the product. It is empty here and each `*.table.ts` adds its own by declaring this module
 * again, so that no layer has to know the tables of the layers above it:
 *
 * ```ts
 * declare module '../../platform/db/database.ts' {
 *   interface Database { enquiries: EnquiryTable }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the table files
export interface Database {}

/** The database, or a transaction on it: what a repository function takes first. */
export type Db = Kysely<Database>;

/** A transaction: what a function that locks, or that must not stand alone, takes first. */
export type Trx = Transaction<Database>;

/** Which engine a query will run on: for the few that the two have no common words for. */
export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
