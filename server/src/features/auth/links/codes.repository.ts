import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { AuthCodeTable } from '../auth.table.ts';

export type CodeRow = Selectable<AuthCodeTable>;

export async function insertCode(trx: Trx, row: CodeRow): Promise<void> {
  await trx.insertInto('auth_codes').values(row).execute();
}

export async function findCode(db: Db, codeHash: string): Promise<CodeRow | undefined> {
  return db.selectFrom('auth_codes').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();
}

/** Locks a code that has not been exchanged yet. */
export async function lockCode(trx: Trx, codeHash: string): Promise<CodeRow | undefined> {
  return trx
    .selectFrom('auth_codes')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst();
}

export async function countFailedTry(trx: Trx, codeHash: string): Promise<void> {
  await trx
    .updateTable('auth_codes')
    .set((eb) => ({ failed_tries: eb('failed_tries', '+', 1) }))
    .where('code_hash', '=', codeHash)
    .execute();
}

export async function deleteCode(trx: Trx, codeHash: string): Promise<void> {
  await trx.deleteFrom('auth_codes').where('code_hash', '=', codeHash).execute();
}

/** Deletes the codes that wait for a user. */
export async function deleteCodesOfUser(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('auth_codes').where('user_id', '=', userId).execute();
}
