import type { Selectable } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';
import type { AuthLinkRequestTable } from '../auth.table.ts';

export type LinkRequestRow = Selectable<AuthLinkRequestTable>;

export async function insertLinkRequest(trx: Trx, row: LinkRequestRow): Promise<void> {
  await trx.insertInto('auth_link_requests').values(row).execute();
}

/** Takes the oldest request off the queue; one that another transaction is taking is passed over. */
export async function takeLinkRequest(trx: Trx): Promise<LinkRequestRow | undefined> {
  const row = await trx
    .selectFrom('auth_link_requests')
    .selectAll()
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (row) await trx.deleteFrom('auth_link_requests').where('id', '=', row.id).execute();
  return row;
}
