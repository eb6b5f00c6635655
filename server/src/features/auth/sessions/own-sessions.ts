import type { Db } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.ts';
import type { Provider } from '../provider.ts';
import { deleteSessions, listSessions, type OwnSession } from './sessions.repository.ts';

/** Sessions shown at most, the latest used first. */
const MAX_LISTED = 100;

/** The sessions of a user, the latest used first. */
export async function listOwnSessions(db: Db, userId: string): Promise<OwnSession[]> {
  return listSessions(db, userId, MAX_LISTED);
}

/** Ends one session of a user: its tokens are refused from the next call on. Says whether there was one. */
export async function endOwnSession(
  { db, clock }: Pick<Provider, 'db' | 'clock'>,
  userId: string,
  sessionId: string,
  client: ClientFacts,
): Promise<boolean> {
  return transaction(db, async (trx) => {
    const ended = await deleteSessions(trx, userId, 'local', sessionId);
    if (ended === 0) return false;
    await recordAudit(trx, clock, {
      action: 'signed_out',
      userId,
      client,
      detail: { session: sessionId, scope: 'one' },
    });
    return true;
  });
}
