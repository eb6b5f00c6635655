import type { Db, Trx } from '../../../platform/db/database.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { FactorRow } from '../second-factor/factors.repository.ts';

/** Users, newest first. */
export async function listUsers(db: Db, page: { limit: number; offset: number }): Promise<UserRow[]> {
  return db
    .selectFrom('auth_users')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('auth_users')
    .select((eb) => eb.fn.countAll<number | string | bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The second factors of several users, oldest first. */
export async function listFactorsOfUsers(db: Db, userIds: readonly string[]): Promise<FactorRow[]> {
  if (userIds.length === 0) return [];
  return db
    .selectFrom('auth_factors')
    .selectAll()
    .where('user_id', 'in', userIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Deletes a user with sessions, links, codes and factors: true when there was one. */
export async function deleteUser(trx: Trx, id: string): Promise<boolean> {
  const deleted = await trx.deleteFrom('auth_users').where('id', '=', id).returning('id').executeTakeFirst();
  return deleted !== undefined;
}
