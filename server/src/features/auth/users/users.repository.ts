import { randomUUID } from 'node:crypto';
import { expressionBuilder, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Database, Db, Trx } from '../../../platform/db/database.ts';
import type { AuthAttemptedPasswordTable, AuthUserTable, OneTimeTokenKind } from '../auth.table.ts';
import type { Metadata } from '../protocol/request-body.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { FactorRow } from '../second-factor/factors.repository.ts';

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

/** Ids of the provider are random UUIDs, as in the protocol: they don't reveal when they were made. */
export function newAuthId(): string {
  return randomUUID();
}

/** A row for an address that is not confirmed yet. Not stored. */
export function newUserRow(email: string, now: string, userMetadata: Metadata = {}): UserRow {
  return {
    id: newAuthId(),
    email,
    password_hash: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    ...NO_EMAIL_CHANGE,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    banned_until: null,
    sign_in_version: 0,
    app_metadata: JSON.stringify({ provider: 'email', providers: ['email'] }),
    user_metadata: JSON.stringify(userMetadata),
    identity_id: newAuthId(),
    created_at: now,
    updated_at: now,
  };
}

/** Ends what a user's sign-in opened beside its sessions. */
export async function renewSignIn(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('auth_users')
    .set((eb) => ({ sign_in_version: eb('sign_in_version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Stores the row unless its address is taken; locks and returns the one that has the address, by the same steps. */
export async function insertOrLockUser(trx: Trx, row: Insertable<AuthUserTable>): Promise<UserRow> {
  await trx
    .insertInto('auth_users')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const user = await lockUserByEmail(trx, row.email);
  if (!user) throw new Error('An account was deleted during a sign-up with its address');
  return user;
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('auth_users').selectAll().where('email', '=', email).executeTakeFirst();
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('auth_users').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Locks a user. Every change to an account locks its row first and sessions, links or codes after it, so
 * that no two transactions wait for one another.
 */
export async function lockUser(trx: Trx, id: string): Promise<UserRow | undefined> {
  return trx.selectFrom('auth_users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function lockUserByEmail(trx: Trx, email: string): Promise<UserRow | undefined> {
  return trx.selectFrom('auth_users').selectAll().where('email', '=', email).forUpdate().executeTakeFirst();
}

/** Changes a user and returns the new row. */
export async function updateUser(trx: Trx, id: string, change: Updateable<AuthUserTable>): Promise<UserRow> {
  return trx
    .updateTable('auth_users')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The columns of a user without a pending change of address. */
export const NO_EMAIL_CHANGE = {
  new_email: null,
  email_change_sent_at: null,
  email_change_confirmed: null,
} as const;

/** Whether the account is disabled at this moment (ISO-8601). */
export function isBanned(user: Pick<UserRow, 'banned_until'>, now: string): boolean {
  return user.banned_until !== null && user.banned_until > now;
}

/** Deletes the account of an unconfirmed address, with its links. */
export async function deleteUnconfirmedUser(trx: Trx, email: string): Promise<void> {
  await trx
    .deleteFrom('auth_users')
    .where('email', '=', email)
    .where('email_confirmed_at', 'is', null)
    .execute();
}

/** What a user's roles and their right to sign in are read from. */
export type RoleFacts = Pick<UserRow, 'id' | 'app_metadata' | 'banned_until'>;

export async function listRoleFacts(db: Db, ids: readonly string[]): Promise<RoleFacts[]> {
  return db
    .selectFrom('auth_users')
    .select(['id', 'app_metadata', 'banned_until'])
    .where('id', 'in', ids)
    .execute();
}

/** Users in whose metadata a role may be named. Reads every user: for rare calls. */
export async function listUsersNaming(db: Db, role: string): Promise<RoleFacts[]> {
  return db
    .selectFrom('auth_users')
    .select(['id', 'app_metadata', 'banned_until'])
    .where(namesRole(role))
    .execute();
}

/** A user and all users in whose metadata a role may be named, locked in the order of their ids. */
export async function lockUserAndUsersNaming(trx: Trx, id: string, role: string): Promise<RoleFacts[]> {
  return trx
    .selectFrom('auth_users')
    .select(['id', 'app_metadata', 'banned_until'])
    .where((eb) => eb.or([namesRole(role), eb('id', '=', id)]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

function namesRole(role: string) {
  const { eb } = expressionBuilder<Database, 'auth_users'>();
  return eb(eb.fn<string>('lower', ['app_metadata']), 'like', `%"${role}"%`);
}

/** Stores the row unless its address is taken: undefined then. */
export async function insertUserIfNew(
  trx: Trx,
  row: Insertable<AuthUserTable>,
): Promise<UserRow | undefined> {
  return trx
    .insertInto('auth_users')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
}

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

/** Stores the hash of a sign-up's password and deletes the address's oldest beyond `kept`. */
export async function insertAttemptedPassword(
  trx: Trx,
  row: Selectable<AuthAttemptedPasswordTable>,
  kept: number,
): Promise<void> {
  await trx.insertInto('auth_attempted_passwords').values(row).execute();
  const where = { address_key: row.address_key };
  await deleteAllButNewest(trx, { table: 'auth_attempted_passwords', where }, kept);
}

export async function listAttemptedPasswords(db: Db, addressKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('auth_attempted_passwords')
    .select('password_hash')
    .where('address_key', '=', addressKey)
    .execute();
  return rows.map((row) => row.password_hash);
}

export async function hasAttemptedPassword(db: Db, addressKey: string): Promise<boolean> {
  const found = await db
    .selectFrom('auth_attempted_passwords')
    .select('id')
    .where('address_key', '=', addressKey)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteAttemptedPassword(
  trx: Trx,
  addressKey: string,
  passwordHash: string,
): Promise<void> {
  await trx
    .deleteFrom('auth_attempted_passwords')
    .where('address_key', '=', addressKey)
    .where('password_hash', '=', passwordHash)
    .execute();
}
