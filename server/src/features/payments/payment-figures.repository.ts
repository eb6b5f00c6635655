import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** What arrived since a day less what was paid back, and the fees, by month. Credits only move between invoices. */
export async function sumPaidByMonth(db: Db, since: string) {
  const month = sql<string>`substr(moved_on, 1, 7)`;
  return db
    .selectFrom('payments')
    .select([
      month.as('month'),
      sql<number>`cast(coalesce(sum(case when kind = 'payment' then amount else -amount end), 0) as bigint)`.as(
        'amount',
      ),
      sql<number>`cast(coalesce(sum(fee), 0) as bigint)`.as('fees'),
    ])
    .where('moved_on', '>=', since)
    .where('removed_at', 'is', null)
    .where('method', '!=', 'credit')
    .groupBy(month)
    .execute();
}
