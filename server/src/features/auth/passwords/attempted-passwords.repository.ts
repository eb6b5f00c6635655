import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { AuthAttemptedPasswordTable } from '../auth.table.ts';
import { deleteAllButNewest } from '../users/users.repository.ts';

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
