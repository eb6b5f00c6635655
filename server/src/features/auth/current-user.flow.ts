import type { FastifyInstance } from 'fastify';
import { requireBearer } from './bearer.ts';
import { listFactors } from './factors.repository.ts';
import type { Provider } from './provider.ts';
import { presentUser } from './user.presenter.ts';

/** `GET /user`: the account of the bearer token, as it is now. */
export function addCurrentUser(scope: FastifyInstance, provider: Provider): void {
  scope.get('/user', async (request) => {
    const { user } = await requireBearer(provider, request);
    return presentUser(user, await listFactors(provider.db, user.id));
  });
}
