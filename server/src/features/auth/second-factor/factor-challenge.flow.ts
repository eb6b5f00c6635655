import type { FastifyInstance } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { factorNotFound, sessionNotFound } from '../protocol/error-catalogue.ts';
import { limitRequests } from '../protocol/limits.ts';
import type { Provider } from '../provider.ts';
import { lockSession } from '../sessions/sessions.repository.ts';
import { requireBearer } from '../tokens/bearer.ts';
import { lockUser, newAuthId } from '../users/users.repository.ts';
import { listFactors, replaceChallenge, updateFactor } from './factors.repository.ts';

/** Seconds in which a challenge has to be answered, as in the original. */
export const CHALLENGE_SECONDS = 300;

/** `POST /factors/:id/challenge`: the session's question for a code. Only the same session can answer it. */
export function addFactorChallenge(scope: FastifyInstance, provider: Provider): void {
  scope.post<{ Params: { factor: string } }>('/factors/:factor/challenge', async (request) => {
    const { user, sessionId } = await requireBearer(provider, request);
    await limitRequests(provider, 'factors', request.ip);
    const id = newAuthId();
    const now = isoNow(provider.clock);
    await transaction(provider.db, async (trx) => {
      await lockUser(trx, user.id);
      // Another session may have shown the factor since the token was looked at: that ends those that have not.
      if (!(await lockSession(trx, sessionId))) throw sessionNotFound();
      const factor = (await listFactors(trx, user.id)).find((own) => own.id === request.params.factor);
      if (factor?.factor_type !== 'totp') throw factorNotFound();
      await replaceChallenge(trx, { id, factor_id: factor.id, session_id: sessionId, created_at: now });
      await updateFactor(trx, factor.id, { last_challenged_at: now });
    });
    return { id, type: 'totp', expires_at: Math.floor(Date.parse(now) / 1000) + CHALLENGE_SECONDS };
  });
}
