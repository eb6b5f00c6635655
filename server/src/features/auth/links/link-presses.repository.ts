import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { AuthLinkPressTable } from '../auth.table.ts';

export async function insertLinkPress(trx: Trx, row: Selectable<AuthLinkPressTable>): Promise<void> {
  await trx.insertInto('auth_link_presses').values(row).execute();
}

/** The sealed result of a press later than `after` and not after `until`. */
export async function findLinkPress(
  db: Db,
  pressHash: string,
  { after, until }: { after: string; until: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth_link_presses')
    .select('sealed_result')
    .where('press_hash', '=', pressHash)
    .where('pressed_at', '>', after)
    .where('pressed_at', '<=', until)
    .executeTakeFirst();
  return row?.sealed_result;
}
