import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { AuthAuditTable } from './auth.table.ts';
import { listFactors } from './factors.repository.ts';
import type { SessionRow } from './sessions.repository.ts';
import { type PresentedUser, presentUser } from './user.presenter.ts';
import { findUser } from './users.repository.ts';

/** What the provider keeps of a user, as they may see it: no password, key, token or code is in it. */
export async function findOwnUser(db: Db, userId: string): Promise<PresentedUser | undefined> {
  const user = await findUser(db, userId);
  return user && presentUser(user, await listFactors(db, userId));
}

/** What of a session its owner may have. */
export type OwnSessionFacts = Omit<SessionRow, 'user_id' | 'refresh_key' | 'refresh_counter'>;

/** The sessions of a user by their ids, from the one after an id on. */
export async function listSessionFacts(
  db: Db,
  userId: string,
  afterId: string | undefined,
  limit: number,
): Promise<OwnSessionFacts[]> {
  return db
    .selectFrom('auth_sessions')
    .select(['id', 'created_at', 'refreshed_at', 'aal', 'amr', 'user_agent', 'address', 'factor_id'])
    .where('user_id', '=', userId)
    .where('id', '>', afterId ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export type AuditRow = Selectable<AuthAuditTable>;

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
