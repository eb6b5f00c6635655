import { sql } from 'kysely';
import type { Trx } from './database.ts';

/** Sends a PostgreSQL notification when the transaction commits. */
export async function notify(trx: Trx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
}
