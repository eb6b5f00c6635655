import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { AuthOneTimeTokenTable, OneTimeTokenKind } from './auth.table.ts';
import type { CodeChallenge } from './pkce.ts';

export type OneTimeTokenRow = Selectable<AuthOneTimeTokenTable>;

/** Sign-ups of one address that may wait for their confirmation side by side; the oldest make room. */
const MAX_ATTEMPTS = 20;

export async function insertToken(trx: Trx, row: OneTimeTokenRow): Promise<void> {
  await trx.insertInto('auth_one_time_tokens').values(row).execute();
}

/** The link that a token is of, if it is of one of these kinds and still works. Reading it uses nothing up. */
export async function findLiveToken<Kind extends OneTimeTokenKind>(
  db: Db,
  tokenHash: string,
  kinds: readonly Kind[],
  now: string,
): Promise<(OneTimeTokenRow & { kind: Kind }) | undefined> {
  const found = await db
    .selectFrom('auth_one_time_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found as (OneTimeTokenRow & { kind: Kind }) | undefined;
}

/** Takes a link away: true for exactly one of any number of simultaneous callers. */
export async function consumeToken(trx: Trx, id: string, tokenHash: string): Promise<boolean> {
  const consumed = await trx
    .deleteFrom('auth_one_time_tokens')
    .where('id', '=', id)
    // A new link for the same attempt has another hash: then this one is no longer of use.
    .where('token_hash', '=', tokenHash)
    .returning('id')
    .executeTakeFirst();
  return consumed !== undefined;
}

/** The attempt to sign up that is the latest of a user, expired or not. */
export async function findLatestSignUp(db: Db, userId: string): Promise<OneTimeTokenRow | undefined> {
  return db
    .selectFrom('auth_one_time_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'signup')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Gives an attempt a new link; its old one stops working. */
export async function renewToken(
  trx: Trx,
  id: string,
  link: { tokenHash: string; challenge: CodeChallenge | undefined; expiresAt: string },
): Promise<void> {
  await trx
    .updateTable('auth_one_time_tokens')
    .set({
      token_hash: link.tokenHash,
      challenge: link.challenge?.challenge ?? null,
      challenge_method: link.challenge?.method ?? null,
      expires_at: link.expiresAt,
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes the links of a user: all of them, or those of these kinds. */
export async function deleteTokens(
  trx: Trx,
  userId: string,
  kinds?: readonly OneTimeTokenKind[],
): Promise<void> {
  let query = trx.deleteFrom('auth_one_time_tokens').where('user_id', '=', userId);
  if (kinds) query = query.where('kind', 'in', kinds);
  await query.execute();
}

/** Deletes all but the latest attempts to sign up, so that nobody fills the table with somebody's address. */
export async function deleteOldAttempts(trx: Trx, userId: string): Promise<void> {
  const latest = trx
    .selectFrom('auth_one_time_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'signup')
    .orderBy('id', 'desc')
    .limit(MAX_ATTEMPTS);
  await trx
    .deleteFrom('auth_one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', 'signup')
    .where('id', 'not in', latest)
    .execute();
}
