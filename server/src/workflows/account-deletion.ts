import { DELETED_ACCOUNT_NAME } from '@atelier/domain/accounts/rules.ts';
import { findAccount } from '../core/accounts/accounts.repository.ts';
import type { AccountsDeps, AccountsService } from '../core/accounts/accounts.service.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import type { MailPorts } from '../core/feature.ts';
import { publishToAccount } from '../core/projects/live-events.ts';
import type { ProjectsService } from '../core/projects/projects.service.ts';
import { nameProject } from '../core/projects/stored-brief.ts';
import type { ActivityService } from '../features/activity/activity.service.ts';
import { deleteFeed } from '../features/calendar-feeds/calendar-feeds.repository.ts';
import { forgetRequesters, replaceRequester } from '../features/contracts/contracts.repository.ts';
import type { ContractsService } from '../features/contracts/contracts.service.ts';
import type { ReviewsService } from '../features/files/reviews.service.ts';
import { forgetInvoiceAccount } from '../features/invoices/invoices.repository.ts';
import { forgetBillingDetails } from '../features/invoices/payment-plan.repository.ts';
import type { MailDecisionsService } from '../features/mail-decisions/mail-decisions.service.ts';
import type { MailInService } from '../features/mail-in/mail-in.service.ts';
import type { MessagesService } from '../features/messages/messages.service.ts';
import { forgetMutedMails, moveMutedMails } from '../features/notifications/muted-mails.repository.ts';
import type { PortalNotifications } from '../features/notifications/portal-notifications.ts';
import { mailRight } from '../features/people/people.mails.ts';
import {
  deleteInvitationsOf,
  deleteInvitationsTo,
  forgetInviter,
} from '../features/people/people.repository.ts';
import { deletePause } from '../features/reminders/reminders.repository.ts';
import type { RequestsService } from '../features/requests/requests.service.ts';
import type { Trx } from '../platform/db/database.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { ClientFacts } from '../platform/http/client.ts';
import type { Platform } from '../platform/platform.ts';
import { announceAccountDeleted } from './deletion.mails.ts';

export interface AccountFollowersDeps {
  projects: ProjectsService;
  contracts: ContractsService;
  mails: MailPorts;
}

/** What the other features do when an account's address changes or the account is about to be deleted. */
export function accountFollowers({
  projects,
  contracts,
  mails,
}: AccountFollowersDeps): Pick<AccountsDeps, 'emailChanged' | 'accountClosing'> {
  return {
    emailChanged: async (trx, change) => {
      await projects.changeEmail(trx, change);
      await replaceRequester(trx, { from: change.from, to: change.email });
      await moveMutedMails(trx, change.from, change.email);
    },
    accountClosing: async (trx, { id, email }) => {
      // The studio has to keep an accepted contract after its client has left.
      const isKept = (_: Trx, projectId: string) => contracts.isAccepted(trx, projectId);
      const ended = await projects.endClient(trx, { id, email }, isKept);
      // What they accepted is a record for both sides, and stays as it is.
      for (const project of ended.kept) await forgetRequesters(trx, project.id);
      await replaceRequester(trx, { from: email, to: '' });
      await forgetInviter(trx, { accountId: id, name: DELETED_ACCOUNT_NAME });
      // What is kept is the studio's alone.
      for (const project of ended.kept) await deleteInvitationsOf(trx, project.id);
      await deleteInvitationsTo(trx, email);
      // So are invoices, which the law has the studio keep; only what leads to the person goes.
      await forgetInvoiceAccount(trx, id);
      await forgetBillingDetails(trx, id);
      await deletePause(trx, id);
      await deleteFeed(trx, id);
      for (const project of ended.passed) {
        await mailRight(mails, trx, {
          to: project.email,
          what: 'contact',
          project: nameProject(project),
          because: 'The main contact until now has deleted their account.',
        });
      }
      await announceAccountDeleted(mails, trx, { email, ...ended });
      await forgetMutedMails(trx, email);
    },
  };
}

export interface AccountDeletionDeps {
  platform: Pick<Platform, 'db' | 'events'>;
  identities: IdentityProvider;
  accounts: AccountsService;
  messages: MessagesService;
  mailIn: MailInService;
  mailDecisions: MailDecisionsService;
  fileReviews: ReviewsService;
  requests: RequestsService;
  activity: ActivityService;
  portalNotifications: PortalNotifications;
}

export interface AccountDeletion {
  /**
   * Deletes an account and its data in a transaction; mails inform its owner and the studio.
   * @throws last_admin
   */
  forgetAccount(trx: Trx, accountId: string): Promise<void>;
  /** Deletes an account and its sign-in. Throws as `forgetAccount` does. */
  deleteAccount(accountId: string, client: ClientFacts): Promise<void>;
}

/** Deletes accounts across all features, in one transaction. */
export function createAccountDeletion(deps: AccountDeletionDeps): AccountDeletion {
  const { identities, accounts, messages, mailIn, mailDecisions, fileReviews, requests } = deps;
  const { activity, portalNotifications } = deps;
  const { db, events } = deps.platform;
  const forgetAccount = async (trx: Trx, accountId: string) => {
    const email = (await findAccount(trx, accountId))?.email ?? '';
    await accounts.deleteAccount(trx, accountId);
    await messages.forgetPerson(trx, accountId);
    await mailIn.forgetPerson(trx, { accountId, email });
    await mailDecisions.forgetPerson(trx, accountId);
    await fileReviews.forgetPerson(trx, accountId);
    await requests.forgetPerson(trx, accountId);
    await activity.forgetPerson(trx, accountId);
    await portalNotifications.forgetPerson(trx, accountId);
    await publishToAccount(trx, events, accountId);
  };
  return {
    forgetAccount,
    deleteAccount: (accountId, client) =>
      transaction(db, async (trx) => {
        await forgetAccount(trx, accountId);
        await identities.deleteUser?.(trx, accountId, client);
      }),
  };
}
