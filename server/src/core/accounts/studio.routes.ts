import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../access/guard.ts';
import { presentProjectSummary } from '../projects/projects.presenter.ts';
import type { ProjectsService } from '../projects/projects.service.ts';
import type { AccountAdministration } from './account-administration.ts';
import { presentAdminUser } from './accounts.presenter.ts';
import type { AccountsService } from './accounts.service.ts';

/** The most projects shown with an account, the newest first. */
const MAX_PROJECTS = 100;

export interface UserServices {
  accounts: AccountsService;
  administration: AccountAdministration;
  projects: ProjectsService;
}

/** The endpoints with which the studio administers accounts. */
export function addUserRoutes(
  app: FastifyInstance,
  { accounts, administration, projects }: UserServices,
): void {
  bindAdminEndpoint(app, api.listUsers, async ({ query, setHeader }) => {
    const { accounts: found, total } = await accounts.listAccounts(query);
    setHeader('x-total-count', String(total));
    return found.map(presentAdminUser);
  });

  bindAdminEndpoint(app, api.getUser, async ({ params }) => {
    const account = await administration.getAccount(params.id);
    const own = await projects.listOf(account.id, { page: 1, limit: MAX_PROJECTS });
    const staged = await projects.withStages(own.projects);
    return {
      user: presentAdminUser(account),
      projects: staged.map(([row, stage]) => presentProjectSummary(row, stage)),
    };
  });

  bindAdminEndpoint(app, api.changeUser, async ({ params, body }) => ({
    user: presentAdminUser(await administration.change(params.id, body)),
  }));

  bindAdminEndpoint(app, api.disableUser, async ({ params, client }) => ({
    user: presentAdminUser(await administration.disable(params.id, client)),
  }));

  bindAdminEndpoint(app, api.enableUser, async ({ params }) => ({
    user: presentAdminUser(await administration.enable(params.id)),
  }));

  // The provider answers for any id: whether there is such an account is asked first.
  bindAdminEndpoint(app, api.removeSecondFactor, async ({ params, client }) => {
    const { id } = await administration.getAccount(params.id);
    return { removed: await administration.removeSecondFactor(id, client) };
  });

  bindAdminEndpoint(app, api.signUserOut, async ({ params, client }) => {
    const { id } = await administration.getAccount(params.id);
    return { ended: await administration.signOut(id, client) };
  });
}
