import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { AuthKeyTable } from '../auth.table.ts';

type NewSigningKey = Insertable<AuthKeyTable> & { signing: 1 };

/** Every key, newest first; of keys made in the same moment the one that signs is the newest. */
export async function listKeys(db: Db): Promise<Selectable<AuthKeyTable>[]> {
  const rows = await db.selectFrom('auth_keys').selectAll().orderBy('created_at', 'desc').execute();
  return rows.sort((a, b) => (b.signing ?? 0) - (a.signing ?? 0));
}

/** Stores a key that signs, unless there is one: the unique index lets one of several callers in. */
export async function insertFirstSigningKey(db: Db, row: NewSigningKey): Promise<void> {
  await db
    .insertInto('auth_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('signing').doNothing())
    .execute();
}

/** Stores a key that signs; the one before it only verifies from now on. */
export async function replaceSigningKey(db: Db, row: NewSigningKey): Promise<void> {
  await transaction(db, async (trx) => {
    await trx.updateTable('auth_keys').set({ signing: null }).where('signing', '=', 1).execute();
    await trx.insertInto('auth_keys').values(row).execute();
  });
}
