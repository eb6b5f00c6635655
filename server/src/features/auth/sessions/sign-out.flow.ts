import type { FastifyInstance } from 'fastify';
import { transaction } from '../../../platform/db/transaction.ts';
import { clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import { validationFailed } from '../protocol/error-catalogue.ts';
import { queryText } from '../protocol/request-body.ts';
import type { Provider } from '../provider.ts';
import { requireBearer } from '../tokens/bearer.ts';
import { deleteSessions, type SignOutScope } from './sessions.repository.ts';

const SCOPES: readonly SignOutScope[] = ['global', 'local', 'others'];

/** `POST /logout?scope=`: ends every session of the account, this one, or all others. */
export function addSignOut(scope: FastifyInstance, provider: Provider): void {
  scope.post('/logout', async (request, reply) => {
    const { user, sessionId } = await requireBearer(provider, request);
    const asked = queryText(request, 'scope') || 'global';
    const which = SCOPES.find((known) => known === asked);
    if (!which) throw validationFailed(`Unsupported logout scope "${asked.slice(0, 50)}"`);
    await transaction(provider.db, async (trx) => {
      await deleteSessions(trx, user.id, which, sessionId);
      await recordAudit(trx, provider.clock, {
        action: 'signed_out',
        userId: user.id,
        client: clientFacts(request),
        detail: { session: sessionId, scope: which },
      });
    });
    return reply.status(204).send();
  });
}
