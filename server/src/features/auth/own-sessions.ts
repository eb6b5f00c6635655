import type { Db } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import { recordAudit } from './audit.ts';
import type { Provider } from './provider.ts';
import type { SessionRow } from './sessions.repository.ts';

/** Sessions shown at most, the latest used first. */
const MAX_LISTED = 100;

/** A session as its owner may see it: no secret is among its columns. */
export type OwnSession = Pick<SessionRow, 'id' | 'user_agent' | 'address' | 'created_at' | 'refreshed_at'>;

/** The sessions of a user, the latest used first. */
export async function listOwnSessions(db: Db, userId: string): Promise<OwnSession[]> {
  return db
    .selectFrom('auth_sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'refreshed_at'])
    .where('user_id', '=', userId)
    .orderBy((eb) => eb.fn.coalesce('refreshed_at', 'created_at'), 'desc')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute();
}

/** Ends one session of a user: its tokens are refused from the next call on. Says whether there was one. */
export async function endOwnSession(
  { db, clock }: Pick<Provider, 'db' | 'clock'>,
  userId: string,
  sessionId: string,
  client: ClientFacts,
): Promise<boolean> {
  return transaction(db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('auth_sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await recordAudit(trx, clock, {
      action: 'signed_out',
      userId,
      client,
      detail: { session: sessionId, scope: 'one' },
    });
    return true;
  });
}
