import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { AuthAuditTable } from './auth.table.ts';

export type AuditRow = Selectable<AuthAuditTable>;

export async function insertAuditRow(trx: Trx, row: AuditRow): Promise<void> {
  await trx.insertInto('auth_audit').values(row).execute();
}

/** What was written down about a user, oldest first, from the entry after another on. */
export async function listAudit(
  db: Db,
  userId: string,
  after: Pick<AuditRow, 'at' | 'id'> | undefined,
  limit: number,
): Promise<AuditRow[]> {
  let query = db.selectFrom('auth_audit').selectAll().where('user_id', '=', userId);
  if (after) {
    query = query.where((eb) =>
      eb.or([eb('at', '>', after.at), eb.and([eb('at', '=', after.at), eb('id', '>', after.id)])]),
    );
  }
  return query.orderBy('at').orderBy('id').limit(limit).execute();
}
