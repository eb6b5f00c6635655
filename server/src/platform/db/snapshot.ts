import { sql } from 'kysely';
import type { Db } from './database.ts';

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
