import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { presentMe, presentMySession, presentMyself } from './accounts.presenter.ts';
import type { AccountsService } from './accounts.service.ts';
import type { SessionDirectory } from './identity-provider.ts';

/** One's own account. */
export function addAccountRoutes(
  app: FastifyInstance,
  { accounts, sessions }: { accounts: AccountsService; sessions: SessionDirectory | undefined },
): void {
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

  bindEndpoint(app, api.listMySessions, async ({ actor }) => {
    const listed = await sessions?.list(actor.accountId);
    return { sessions: listed?.map((session) => presentMySession(session, actor.sessionId)) ?? null };
  });

  bindEndpoint(app, api.endMySession, async ({ actor, params, client }) => ({
    ended: (await sessions?.end(actor.accountId, params.sessionId, client)) ?? false,
  }));
}
