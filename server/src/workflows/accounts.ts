import { AccountAdministration } from '../core/accounts/account-administration.ts';
import { AccountsService } from '../core/accounts/accounts.service.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import { publishToAccount } from '../core/projects/live-events.ts';
import type { ProjectsService } from '../core/projects/projects.service.ts';
import type { ActivityService } from '../features/activity/activity.service.ts';
import { forgetMutedMails, moveMutedMails } from '../features/notifications/muted-mails.repository.ts';
import type { Trx } from '../platform/db/database.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { ClientFacts } from '../platform/http/client.ts';
import type { Platform } from '../platform/platform.ts';
import type { Mails } from './mails.ts';
import type { Portal } from './portal.ts';

export interface PeopleDeps {
  platform: Platform;
  identities: IdentityProvider;
  ownerEmail: string | undefined;
  adminsNeedSecondFactor: boolean;
  projects: ProjectsService;
  activity: ActivityService;
  portal: Pick<Portal, 'contracts' | 'messages'>;
  mails: Mails;
}

export interface People {
  accounts: AccountsService;
  administration: AccountAdministration;
  /**
   * Deletes everything that is somebody's, as part of a transaction, and tells them and the studio.
   * @throws last_admin
   */
  forgetPerson(trx: Trx, accountId: string): Promise<void>;
  /** Deletes somebody's account, their sign-in included. */
  deleteAccount(accountId: string, client: ClientFacts): Promise<void>;
}

/** The accounts, and what becomes of everything that is somebody's when their address changes or they leave. */
export function composePeople(deps: PeopleDeps): People {
  const { identities, projects, activity, portal, mails } = deps;
  const { db, clock, events } = deps.platform;
  const holdUser = identities.holdUser ? { holdUser: identities.holdUser } : {};
  const accounts = new AccountsService({
    db,
    clock,
    ownerEmail: deps.ownerEmail,
    adminsNeedSecondFactor: deps.adminsNeedSecondFactor,
    findConfirmedEmail: (accountId) => identities.findConfirmedEmail(accountId),
    people: identities.people,
    ...(identities.confirmsByItself ? { confirmsByItself: identities.confirmsByItself } : {}),
    ...holdUser,
    emailChanged: async (trx, change) => {
      await projects.changeEmail(trx, change);
      await moveMutedMails(trx, change.from, change.email);
    },
    accountClosing: async (trx, { id, email }) => {
      // What was accepted the studio has to keep, whatever becomes of its client.
      const ended = await projects.endClient(trx, id, (_, projectId) =>
        portal.contracts.isAccepted(trx, projectId),
      );
      for (const project of ended.kept) await portal.contracts.forgetClient(trx, project.id);
      await mails.notifications.announceDeletion(trx, { email, ...ended });
      await forgetMutedMails(trx, email);
    },
  });
  const forgetPerson = async (trx: Trx, accountId: string) => {
    await accounts.deleteAccount(trx, accountId);
    await portal.messages.forgetPerson(trx, accountId);
    await activity.forgetPerson(trx, accountId);
    await mails.portalNotifications.forgetPerson(trx, accountId);
    await publishToAccount(trx, events, accountId);
  };
  return {
    accounts,
    administration: new AccountAdministration({ db, clock, events, people: identities.people, ...holdUser }),
    forgetPerson,
    deleteAccount: (accountId, client) =>
      transaction(db, async (trx) => {
        await forgetPerson(trx, accountId);
        await identities.deleteUser?.(trx, accountId, client);
      }),
  };
}
