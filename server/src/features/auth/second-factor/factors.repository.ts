import type { Selectable, Updateable } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { AuthChallengeTable, AuthFactorTable } from '../auth.table.ts';

export type FactorRow = Selectable<AuthFactorTable>;
export type ChallengeRow = Selectable<AuthChallengeTable>;

/** The second factors of a user, oldest first. Inside a transaction that has locked the user they do not change. */
export async function listFactors(db: Db, userId: string): Promise<FactorRow[]> {
  return db
    .selectFrom('auth_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertFactor(trx: Trx, row: FactorRow): Promise<void> {
  await trx.insertInto('auth_factors').values(row).execute();
}

export async function updateFactor(trx: Trx, id: string, change: Updateable<AuthFactorTable>): Promise<void> {
  await trx.updateTable('auth_factors').set(change).where('id', '=', id).execute();
}

/** Deletes factors, with their challenges and codes. */
export async function deleteFactors(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('auth_factors').where('id', 'in', ids).execute();
}

/** A session asks to be verified by one factor; an older question of the same session and factor is void. */
export async function replaceChallenge(trx: Trx, row: ChallengeRow): Promise<void> {
  await trx
    .deleteFrom('auth_challenges')
    .where('session_id', '=', row.session_id)
    .where('factor_id', '=', row.factor_id)
    .execute();
  await trx.insertInto('auth_challenges').values(row).execute();
}

export async function findChallenge(
  trx: Trx,
  challenge: Pick<ChallengeRow, 'id' | 'factor_id' | 'session_id'>,
): Promise<ChallengeRow | undefined> {
  return trx
    .selectFrom('auth_challenges')
    .selectAll()
    .where('id', '=', challenge.id)
    .where('factor_id', '=', challenge.factor_id)
    .where('session_id', '=', challenge.session_id)
    .executeTakeFirst();
}

export async function deleteChallenge(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('auth_challenges').where('id', '=', id).execute();
}

/** The sessions of a user that one of these factors has raised. */
export async function findSessionsRaisedBy(
  trx: Trx,
  userId: string,
  factorIds: readonly string[],
): Promise<{ id: string; amr: string }[]> {
  if (factorIds.length === 0) return [];
  return trx
    .selectFrom('auth_sessions')
    .select(['id', 'amr'])
    .where('user_id', '=', userId)
    .where('factor_id', 'in', factorIds)
    .execute();
}

/** Ends the sessions of a user that have shown no second factor, but for one. */
export async function deleteLowerSessions(trx: Trx, userId: string, exceptId: string): Promise<void> {
  await trx
    .deleteFrom('auth_sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', exceptId)
    .where('aal', '=', 'aal1')
    .execute();
}

/** Puts a new set of codes in the place of the old one. */
export async function replaceRecoveryCodes(
  trx: Trx,
  factorId: string,
  hashes: readonly string[],
): Promise<void> {
  await trx.deleteFrom('auth_recovery_codes').where('factor_id', '=', factorId).execute();
  await trx
    .insertInto('auth_recovery_codes')
    .values(hashes.map((hash) => ({ code_hash: hash, factor_id: factorId, used_at: null })))
    .execute();
}

/** Uses a code up: true for exactly one of any number of simultaneous callers. */
export async function consumeRecoveryCode(
  trx: Trx,
  code: { factorId: string; hash: string; now: string },
): Promise<boolean> {
  const used = await trx
    .updateTable('auth_recovery_codes')
    .set({ used_at: code.now })
    .where('code_hash', '=', code.hash)
    .where('factor_id', '=', code.factorId)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return used !== undefined;
}

/** How many codes of a set there were, and how many of them are unused. */
export async function countRecoveryCodes(
  db: Db,
  factorId: string,
): Promise<{ total: number; remaining: number }> {
  const codes = await db
    .selectFrom('auth_recovery_codes')
    .select('used_at')
    .where('factor_id', '=', factorId)
    .execute();
  return { total: codes.length, remaining: codes.filter(({ used_at }) => used_at === null).length };
}
