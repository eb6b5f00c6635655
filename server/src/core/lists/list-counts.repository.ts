import type { EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import type { ProjectStatus } from '@atelier/domain/projects/rules.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { keepInsert, type Places } from '../../platform/db/kept-query.ts';
import { beforeCommit } from '../../platform/db/transaction.ts';

/** The number of rows of a list, kept exact by the transactions that add, move and remove them. */
interface ListCountTable {
  /** One value of `ListCount`. */
  name: string;
  count: number;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    list_counts: ListCountTable;
  }
}

/** The counters. A list's total is the sum over its statuses. */
export type ListCount = 'accounts' | `projects.${ProjectStatus}` | `enquiries.${EnquiryStatus}`;

/** Changes counts at the end of the transaction that changes the rows, and only if it commits. */
export function adjustListCounts(trx: Trx, changes: Partial<Record<ListCount, number>>): void {
  for (const [name, change] of Object.entries(changes)) {
    if (change !== 0) beforeCommit(trx, `list_counts ${name}`, () => adjust(trx, name, change));
  }
}

const countChange = keepInsert((db, row: Places<ListCountTable>) =>
  db
    .insertInto('list_counts')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ count: sql`list_counts.count + excluded.count` }),
    ),
);

async function adjust(trx: Trx, name: string, change: number): Promise<void> {
  await countChange.execute(trx, { name, count: change });
}

/** The sum of some counts; a count that was never changed is 0. */
export async function readListCount(db: Db, names: readonly ListCount[]): Promise<number> {
  const rows = await db.selectFrom('list_counts').select('count').where('name', 'in', names).execute();
  return rows.reduce((sum, row) => sum + row.count, 0);
}
