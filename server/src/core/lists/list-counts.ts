import type { EnquiryStatus } from '@atelier/domain/contact.ts';
import type { ProjectStatus } from '@atelier/domain/projects.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';

/** What is counted. The whole of a list is the sum over its statuses. */
export type ListCount = 'accounts' | `projects.${ProjectStatus}` | `enquiries.${EnquiryStatus}`;

/**
 * Changes counts as part of the transaction that changes the rows. Call it last in the transaction: on
 * PostgreSQL everybody who changes the same count waits from here to the commit. Counts are taken in the
 * order of their names, so that two transactions never wait for each other.
 */
export async function adjustListCounts(trx: Trx, changes: Partial<Record<ListCount, number>>): Promise<void> {
  const values = Object.entries(changes)
    .filter(([, change]) => change !== 0)
    .map(([name, change]) => ({ name, count: change }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const value of values) {
    await trx
      .insertInto('list_counts')
      .values(value)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ count: sql`list_counts.count + excluded.count` }),
      )
      .execute();
  }
}

/** The sum of some counts; one that nothing has changed yet is 0. */
export async function readListCount(db: Db, names: readonly ListCount[]): Promise<number> {
  const rows = await db.selectFrom('list_counts').select('count').where('name', 'in', names).execute();
  return rows.reduce((sum, row) => sum + row.count, 0);
}
