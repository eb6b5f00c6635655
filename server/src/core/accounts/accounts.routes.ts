import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { presentMe, presentMyself } from './accounts.presenter.ts';
import type { AccountsService } from './accounts.service.ts';

/** One's own account. */
export function addAccountRoutes(app: FastifyInstance, accounts: AccountsService): void {
  bindEndpoint(app, api.getMe, async ({ actor }) =>
    presentMe(await accounts.getAccount(actor.accountId), actor.isAdmin),
  );

  bindEndpoint(app, api.checkUsername, async ({ actor, query }) => ({
    available: await accounts.isUsernameAvailable(query.u, actor?.accountId),
  }));

  bindEndpoint(app, api.updateProfile, async ({ actor, body }) => ({
    user: presentMyself(await accounts.changeUsername(actor.accountId, body.username)),
  }));

  bindEndpoint(app, api.syncEmail, async ({ actor }) => ({
    email: await accounts.syncEmail(actor.accountId),
  }));
}
