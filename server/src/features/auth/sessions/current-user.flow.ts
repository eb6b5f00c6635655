import type { FastifyInstance } from 'fastify';
import { presentUser } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { listFactors } from '../second-factor/factors.repository.ts';
import { requireBearer } from '../tokens/bearer.ts';

/** `GET /user`: the account of the bearer token, as it is now. */
export function addCurrentUser(scope: FastifyInstance, provider: Provider): void {
  scope.get('/user', async (request) => {
    const { user } = await requireBearer(provider, request);
    return presentUser(user, await listFactors(provider.db, user.id));
  });
}
