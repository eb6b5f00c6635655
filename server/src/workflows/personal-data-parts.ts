import { studio } from '@atelier/content/studio.ts';
import { presentAdminUser } from '../core/accounts/accounts.presenter.ts';
import type { AccountsService } from '../core/accounts/accounts.service.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import type { PersonalData } from '../core/accounts/personal-data.ts';
import { presentProject } from '../core/projects/projects.presenter.ts';
import type { ProjectsService } from '../core/projects/projects.service.ts';
import { presentActivity } from '../features/activity/activity.presenter.ts';
import type { ActivityService } from '../features/activity/activity.service.ts';
import { presentOwnAcceptance, presentSentContract } from '../features/contracts/contracts.presenter.ts';
import { presentEnquiry } from '../features/enquiries/enquiries.presenter.ts';
import type { ContactService } from '../features/enquiries/enquiries.service.ts';
import { presentMessage } from '../features/messages/messages.presenter.ts';
import { presentMilestone } from '../features/milestones/milestones.presenter.ts';
import { listMutedKinds } from '../features/notifications/muted-mails.repository.ts';
import { mapEach } from '../platform/db/read-in-pages.ts';
import { readMailsTo } from '../platform/mail/sent-mails.ts';
import type { Platform } from '../platform/platform.ts';
import type { Portal } from './portal.ts';

export interface PersonalDataSources {
  platform: Platform;
  identities: IdentityProvider;
  accounts: AccountsService;
  projects: ProjectsService;
  activity: ActivityService;
  contact: ContactService;
  portal: Portal;
}

/** What is kept about somebody; each part of the product has its line. */
export function listPersonalDataParts(sources: PersonalDataSources): readonly PersonalData[] {
  const { accounts, projects, activity, contact, identities } = sources;
  const { contracts, milestones, messages, files } = sources.portal;
  const { db, storage } = sources.platform;
  return [
    {
      name: 'account',
      read: async ({ accountId }) => presentAdminUser(await accounts.getAccount(accountId)),
    },
    ...(identities.personalData ?? []),
    { name: 'projects', read: ({ accountId }) => mapEach(projects.readOwn(accountId), presentProject) },
    {
      name: 'contracts',
      read: ({ projectIds }) =>
        mapEach(contracts.readSent(projectIds), (record) => presentSentContract(record, storage)),
    },
    {
      name: 'acceptedContracts',
      read: async ({ accountId }) =>
        (await contracts.listAcceptancesBy(accountId)).map((row) => presentOwnAcceptance(row, storage)),
    },
    {
      name: 'milestones',
      read: ({ projectIds }) =>
        mapEach(milestones.readPublished(projectIds), (row) => ({
          projectId: row.project_id,
          ...presentMilestone(row),
        })),
    },
    {
      name: 'messages',
      read: ({ projectIds }) =>
        mapEach(messages.readAll(projectIds), (message) => presentMessage(message, 'client')),
    },
    {
      name: 'files',
      read: ({ projectIds }) => files.readAll(projectIds, (key) => storage.signedDownload(key)),
    },
    {
      name: 'activity',
      read: ({ projectIds }) =>
        mapEach(activity.readOf(projectIds), (row) => presentActivity(row, 'client', studio.name)),
    },
    {
      name: 'enquiries',
      read: ({ confirmedEmail: email = '' }) => mapEach(contact.readSentFrom(email), presentEnquiry),
    },
    { name: 'mailsTurnedOff', read: ({ confirmedEmail: email = '' }) => listMutedKinds(db, email) },
    { name: 'mails', read: ({ confirmedEmail: email = '' }) => readMailsTo(db, email) },
  ];
}
