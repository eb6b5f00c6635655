import { FORMER_CLIENT_ID, type Role, usernameKey } from '@atelier/domain/accounts/rules.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type Search, searchText } from '../lists/search.repository.ts';
import type { Account, AccountTable } from './accounts.table.ts';

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Some accounts by their ids. */
export async function findAccounts(db: Db, ids: readonly string[]): Promise<Map<string, Account>> {
  const rows = await db.selectFrom('accounts').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The enabled admin with an address, in lower case. */
export async function findAdminByEmail(db: Db, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('role', '=', 'admin')
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

/** The account that a lower-case address was last known to be of. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The account with its row locked: simultaneous calls of one user follow one another. */
export async function lockAccount(trx: Trx, id: string): Promise<Account | undefined> {
  return trx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks some accounts, in the order of their ids. */
export async function lockAccounts(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

export async function findAccountByUsername(db: Db, username: string): Promise<Account | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
}

/** Inserts the account unless its id or its username exists; returns whether it did. */
export async function insertAccountIfNew(trx: Trx, account: Insertable<AccountTable>): Promise<boolean> {
  const result = await trx
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Throws a unique violation on `accounts (username_key)` when another account has the name. */
export async function updateUsername(db: Db, account: Account, username: string, now: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      username,
      username_key: usernameKey(username),
      search_text: accountSearchText({ ...account, username }),
      updated_at: now,
    })
    .where('id', '=', account.id)
    .execute();
}

export async function updateEmail(trx: Trx, account: Account, email: string, now: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ email, search_text: accountSearchText({ ...account, email }), updated_at: now })
    .where('id', '=', account.id)
    .execute();
}

/** Sets the account's role, without checking for other admins. */
export async function updateRole(trx: Trx, id: string, role: Role, now: string): Promise<void> {
  await trx.updateTable('accounts').set({ role, updated_at: now }).where('id', '=', id).execute();
}

export async function deleteAccount(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('accounts').where('id', '=', id).execute();
}

/** Changes a row that the caller has locked. */
export async function updateAccount(
  trx: Trx,
  id: string,
  change: Updateable<AccountTable>,
): Promise<Account> {
  return trx
    .updateTable('accounts')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The account and every enabled admin, with their rows locked by one query in the order of their ids.
 * Two queries aren't enough: PostgreSQL also keeps the lock of a row that it has waited for and that is no longer
 * an admin's, so that two admins who change each other concurrently could deadlock.
 */
export async function lockAccountAndAdmins(
  trx: Trx,
  id: string,
): Promise<{ account: Account | undefined; admins: readonly Account[] }> {
  const rows = await trx
    .selectFrom('accounts')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        // As part of the text: SQLite's statistics know that few accounts are an admin's.
        eb.and([eb('role', '=', sql.lit('admin' as const)), eb('disabled_at', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return {
    account: rows.find((row) => row.id === id),
    admins: rows.filter((row) => row.role === 'admin' && row.disabled_at === null),
  };
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Addresses of admins, the oldest accounts first. */
export async function listAdminEmails(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('email')
    .where('role', '=', 'admin')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.email);
}

/** Newest first. */
export async function listAccounts(
  db: Db,
  page: { search: Search | undefined; limit: number; offset: number },
): Promise<Account[]> {
  if (page.search?.total === 0) return [];
  let query = db.selectFrom('accounts').selectAll().where('id', '!=', FORMER_CLIENT_ID);
  if (page.search) query = query.where(page.search.finds);
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** The searched text of an account. */
export function accountSearchText(account: Pick<AccountTable, 'username' | 'email'>): string {
  return searchText(account.username ?? '', account.email);
}
