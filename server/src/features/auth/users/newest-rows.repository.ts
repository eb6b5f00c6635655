import type { Trx } from '../../../platform/db/database.ts';
import type { OneTimeTokenKind } from '../auth.table.ts';

/** Rows of one table that count together, by the values of their columns. */
type Rows =
  | {
      table: 'auth_one_time_tokens';
      where: { user_id: string; kind: OneTimeTokenKind; pending_password_hash?: null };
    }
  | { table: 'auth_attempted_passwords'; where: { address_key: string } };

/** Deletes all but the newest of these rows. Ids are ordered by time. */
export async function deleteAllButNewest(trx: Trx, { table, where }: Rows, kept: number): Promise<void> {
  const newest = trx
    .selectFrom(table)
    .select('id')
    .where((eb) => eb.and(where))
    .orderBy('id', 'desc')
    .limit(kept);
  await trx
    .deleteFrom(table)
    .where((eb) => eb.and(where))
    .where('id', 'not in', newest)
    .execute();
}
