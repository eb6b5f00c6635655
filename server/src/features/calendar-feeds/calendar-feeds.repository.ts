import type { Db, Trx } from '../../platform/db/database.ts';

export async function findFeed(db: Db, accountId: string): Promise<{ created_at: string } | undefined> {
  return db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Whose calendar an address is. */
export async function findFeedAccount(db: Db, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.account_id;
}

/** Sets an account's address in the place of any other. */
export async function saveFeed(
  trx: Trx,
  accountId: string,
  feed: { token_hash: string; created_at: string },
): Promise<void> {
  await trx
    .insertInto('calendar_feeds')
    .values({ account_id: accountId, ...feed })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(feed))
    .execute();
}

export async function deleteFeed(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('calendar_feeds').where('account_id', '=', accountId).execute();
}
