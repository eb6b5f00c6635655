import type { Db, Trx } from '../../platform/db/database.ts';

/** What is known of an address but its secret. */
interface FeedFacts {
  account_id: string;
  created_at: string;
  sign_in_version: number;
}

export async function findFeed(db: Db, accountId: string): Promise<FeedFacts | undefined> {
  return db
    .selectFrom('calendar_feeds')
    .select(['account_id', 'created_at', 'sign_in_version'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** The feed of an address. */
export async function findFeedByToken(db: Db, tokenHash: string): Promise<FeedFacts | undefined> {
  return db
    .selectFrom('calendar_feeds')
    .select(['account_id', 'created_at', 'sign_in_version'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Sets an account's address in the place of any other. */
export async function saveFeed(
  trx: Trx,
  accountId: string,
  feed: { token_hash: string; created_at: string; sign_in_version: number },
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
