import type { Db, Trx } from '../../platform/db/database.ts';
import type { BouncedAddressRow } from './mail-in.table.ts';

/** Marks an address unless it is marked. @returns whether it did */
export async function insertBouncedAddress(trx: Trx, row: BouncedAddressRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('bounced_addresses')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Newest first. */
export async function listBouncedAddresses(db: Db, limit: number): Promise<BouncedAddressRow[]> {
  return db.selectFrom('bounced_addresses').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

export async function countBouncedAddresses(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('bounced_addresses')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The mark of an address, in lower case. */
export async function findBouncedAddress(db: Db, email: string): Promise<BouncedAddressRow | undefined> {
  return db.selectFrom('bounced_addresses').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Removes a mark by its id. @returns whether there was one */
export async function deleteBouncedAddress(trx: Trx, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('bounced_addresses')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Removes the mark of an address, in lower case. @returns whether there was one */
export async function clearBouncedAddress(trx: Trx, email: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('bounced_addresses')
    .where('email', '=', email)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Removes the marks that were made before a time. */
export async function deleteBouncedBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('bounced_addresses').where('bounced_at', '<', before).execute();
}
