import type { FastifyInstance } from 'fastify';
import { transaction } from '../../../platform/db/transaction.ts';
import { clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.ts';
import { secondFactorMail } from '../auth-mails.ts';
import { factorNotFound, unenrollNeedsSecondFactor, userNotFound } from '../protocol/error-catalogue.ts';
import { limitRequests } from '../protocol/limits.ts';
import type { Provider } from '../provider.ts';
import { requireBearer, requireHighestLevel } from '../tokens/bearer.ts';
import { lockUser } from '../users/users.repository.ts';
import { listFactors } from './factors.repository.ts';
import { removeFactors } from './second-factor.service.ts';

/** `DELETE /factors/:id`: takes a factor away. One that is in use needs a session that has shown a factor. */
export function addFactorRemoval(scope: FastifyInstance, provider: Provider): void {
  scope.delete<{ Params: { factor: string } }>('/factors/:factor', async (request) => {
    const bearer = await requireBearer(provider, request);
    await limitRequests(provider, 'factors', request.ip);
    const { factor: id } = request.params;
    await transaction(provider.db, async (trx) => {
      const user = await lockUser(trx, bearer.user.id);
      if (!user) throw userNotFound();
      const factor = (await listFactors(trx, user.id)).find((own) => own.id === id);
      if (!factor) throw factorNotFound();
      if (factor.status === 'verified') requireHighestLevel(bearer, unenrollNeedsSecondFactor);
      await removeFactors(trx, user.id, [id]);
      await recordAudit(trx, provider.clock, {
        action: 'factor_removed',
        userId: user.id,
        client: clientFacts(request),
        detail: { factor: id, type: factor.factor_type },
      });
      if (factor.status === 'verified') {
        await provider.mailer.enqueue(trx, {
          kind: 'auth.second-factor',
          to: user.email,
          ...secondFactorMail(provider, 'removed'),
        });
      }
    });
    return { id };
  });
}
