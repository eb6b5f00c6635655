import type { Feature, FeatureTables } from '../feature.ts';
import type { ProjectsService } from '../projects/projects.service.ts';
import type { AccountAdministration } from './account-administration.ts';
import { presentAdminUser } from './accounts.presenter.ts';
import { type AccountRoutesDeps, addAccountRoutes } from './accounts.routes.ts';
import { addUserRoutes } from './studio.routes.ts';

export const accountTables = {
  accounts: { exportedAs: 'account' },
} as const satisfies FeatureTables;

export interface AccountPorts extends AccountRoutesDeps {
  administration: AccountAdministration;
  projects: ProjectsService;
}

/** Accounts: people's own, and as the studio administers them. */
export function createAccountsFeature(ports: AccountPorts): Feature {
  const { accounts } = ports;
  return {
    addRoutes(app) {
      addAccountRoutes(app, ports);
      addUserRoutes(app, ports);
    },
    personalData: [
      {
        name: 'account',
        read: async ({ accountId }) => presentAdminUser(await accounts.getAccount(accountId)),
      },
    ],
  };
}
