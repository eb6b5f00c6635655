import { sql } from 'kysely';
import { engineOf, type Trx } from './database.ts';

/** What is claimed, as PostgreSQL's number of its lock: the bytes of "mail", and of "read". */
const LOCKS = { outbox: 0x6d61696c, inbox: 0x72656164 } as const;

/** Has claims of a kind follow one another, so that each sees what those before it took. SQLite has one writer anyway. */
export async function lockClaims(trx: Trx, kind: keyof typeof LOCKS): Promise<void> {
  if (engineOf(trx) === 'postgres') {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS[kind])})`.execute(trx);
  }
}
