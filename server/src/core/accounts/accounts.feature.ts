import type { Readable } from 'node:stream';
import { personalDataFileName } from '@atelier/domain/accounts/rules.ts';
import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { type Clock, isoNow } from '../../platform/clock.ts';
import { bindEndpoint, Download } from '../../platform/http/bind.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import type { Feature, FeatureTables } from '../feature.ts';
import type { ProjectsService } from '../projects/projects.service.ts';
import type { AccountAdministration } from './account-administration.ts';
import { presentAdminUser, presentMe, presentMySession, presentMyself } from './accounts.presenter.ts';
import type { AccountsService } from './accounts.service.ts';
import type { SessionDirectory } from './identity-provider.ts';
import { addUserRoutes } from './studio.routes.ts';

interface AccountRoutesDeps {
  accounts: AccountsService;
  sessions: SessionDirectory | undefined;
  /** The export of all data about an account, as JSON. */
  exportData(accountId: string, exportedAt: string): Promise<Readable>;
  /** Deletes an account and what belongs to it. */
  deleteAccount(accountId: string, client: ClientFacts): Promise<void>;
  clock: Clock;
}

/** A large file takes as long as the caller's connection needs. */
const EXPORT_DEADLINE_MS = 120_000;

/** The caller's own account. */
function addAccountRoutes(
  app: FastifyInstance,
  { accounts, sessions, exportData, deleteAccount, clock }: AccountRoutesDeps,
): void {
  bindEndpoint(app, api.getMe, async ({ actor }) =>
    presentMe(await accounts.getOwnAccount(actor.accountId), actor.isAdmin),
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

  bindEndpoint(
    app,
    api.exportMyData,
    async ({ actor }) => {
      const exportedAt = isoNow(clock);
      return new Download({
        fileName: personalDataFileName(exportedAt),
        type: 'application/json; charset=utf-8',
        body: await exportData(actor.accountId, exportedAt),
      });
    },
    { deadlineMs: EXPORT_DEADLINE_MS },
  );

  bindEndpoint(app, api.deleteMyAccount, async ({ actor, client }) => {
    await deleteAccount(actor.accountId, client);
    return { deleted: true as const };
  });
}

export const accountTables = {
  accounts: { exportedAs: 'account' },
} as const satisfies FeatureTables;

export interface AccountPorts extends AccountRoutesDeps {
  administration: AccountAdministration;
  projects: ProjectsService;
}

/** Accounts: a user's own, and their administration by the studio. */
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
        read: async ({ accountId }) => presentAdminUser(await accounts.getOwnAccount(accountId)),
      },
    ],
  };
}
