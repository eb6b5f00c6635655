import { planTerms } from '@atelier/content/milestone-plan.ts';
import { prices } from '@atelier/content/prices.ts';
import { studio } from '@atelier/content/studio.ts';
import {
  type SuggestedMilestone,
  suggestContractTotal,
  suggestMilestones,
} from '@atelier/domain/portal/suggestions.ts';
import type { FastifyInstance } from 'fastify';
import { addAdminRoutes } from './admin/admin.routes.ts';
import { addBoardRoutes } from './admin/board.routes.ts';
import { addAdminContractRoutes } from './admin/contract.routes.ts';
import { addAdminFilesRoutes, bindStudioUploads } from './admin/files.routes.ts';
import { addAdminMessageRoutes } from './admin/messages.routes.ts';
import { addOverviewRoutes } from './admin/overview.routes.ts';
import { AccountAdministration } from './core/accounts/account-administration.ts';
import { presentAdminUser } from './core/accounts/accounts.presenter.ts';
import { listAdminEmails } from './core/accounts/accounts.repository.ts';
import { addAccountRoutes } from './core/accounts/accounts.routes.ts';
import { AccountsService } from './core/accounts/accounts.service.ts';
import type { IdentityProvider } from './core/accounts/identity-provider.ts';
import { type PersonalData, writePersonalData } from './core/accounts/personal-data.ts';
import { AuditService } from './core/audit/audit.service.ts';
import { figuresOf } from './core/figures/figures-of-happening.ts';
import { addToFigures } from './core/figures/monthly-figures.ts';
import { parseBrief, parseEstimate } from './core/projects/brief-columns.ts';
import type { RecordHappening } from './core/projects/happening.ts';
import { publishLive, publishToStudio } from './core/projects/live-events.ts';
import { findProjectAccess } from './core/projects/project-access.ts';
import { presentProject } from './core/projects/projects.presenter.ts';
import { ProjectsService } from './core/projects/projects.service.ts';
import type { ProjectRow } from './core/projects/projects.table.ts';
import { addContactRoutes } from './features/contact/contact.routes.ts';
import { ContactService } from './features/contact/contact.service.ts';
import { presentEnquiry } from './features/contact/enquiries.presenter.ts';
import {
  forgetMutedMails,
  listMutedKinds,
  moveMutedMails,
} from './features/notifications/muted-mails.repository.ts';
import { NotificationPreferences } from './features/notifications/notification-preferences.ts';
import { addNotificationRoutes } from './features/notifications/notifications.routes.ts';
import { NotificationsService } from './features/notifications/notifications.service.ts';
import { PortalNotifications } from './features/notifications/portal-notifications.ts';
import { addUnsubscribeRoutes } from './features/notifications/unsubscribe.routes.ts';
import { addOnboardingRoutes } from './features/onboarding/onboarding.routes.ts';
import { OnboardingService } from './features/onboarding/onboarding.service.ts';
import { presentActivity } from './features/portal/activity/activity.presenter.ts';
import { addActivityRoutes } from './features/portal/activity/activity.routes.ts';
import { ActivityService } from './features/portal/activity/activity.service.ts';
import { presentOwnAcceptance, presentSentContract } from './features/portal/contract/contract.presenter.ts';
import { addContractRoutes } from './features/portal/contract/contract.routes.ts';
import { ContractDraftsService } from './features/portal/contract/contract-drafts.service.ts';
import { ContractsService } from './features/portal/contract/contracts.service.ts';
import { addFilesRoutes, bindClientUploads } from './features/portal/files/files.routes.ts';
import { FilesService } from './features/portal/files/files.service.ts';
import { presentMessage } from './features/portal/messages/messages.presenter.ts';
import { isMessageRead, listMessagesById } from './features/portal/messages/messages.repository.ts';
import { addMessageRoutes } from './features/portal/messages/messages.routes.ts';
import { MessagesService } from './features/portal/messages/messages.service.ts';
import { presentMilestone } from './features/portal/milestones/milestones.presenter.ts';
import { addMilestoneRoutes } from './features/portal/milestones/milestones.routes.ts';
import { MilestonesService } from './features/portal/milestones/milestones.service.ts';
import type { MilestoneRow } from './features/portal/milestones/milestones.table.ts';
import { addPortalRoutes } from './features/portal/portal.routes.ts';
import type { Db, Trx } from './platform/db/database.ts';
import { mapEach } from './platform/db/read-in-pages.ts';
import { transaction } from './platform/db/transaction.ts';
import type { AccessPorts } from './platform/http/access.ts';
import type { AuditPort } from './platform/http/audit.ts';
import type { ClientFacts } from './platform/http/client.ts';
import { addUploads } from './platform/http/upload.ts';
import type { MailLook } from './platform/mail/layout.ts';
import { readMailsTo } from './platform/mail/sent-mails.ts';
import type { Platform } from './platform/platform.ts';
import type { ServerSecret } from './platform/server-secret.ts';

export interface ProductDeps {
  platform: Platform;
  identities: IdentityProvider;
  look: MailLook;
  secret: ServerSecret;
  ownerEmail: string | undefined;
  adminsNeedSecondFactor: boolean;
  /** The most that can be sent, in bytes: of one file, and of all files of a project. */
  uploads: { maxBytes: number; projectMaxBytes: number };
  /** Whether a client, or anybody of the studio, has the application open and hears of what happens. */
  isLooking(viewer: { accountId: string } | 'studio'): boolean;
}

/** Admins who get the studio's mail where OWNER_EMAIL names nobody. */
const MAX_STUDIO_ADDRESSES = 5;

/** The product without its sign-in. */
export interface Product {
  access: AccessPorts;
  audit: AuditPort;
  addRoutes(app: FastifyInstance): void;
  /** Resolves when what it does after its replies is done. */
  settled(): Promise<void>;
  /**
   * Deletes everything that is somebody's, as part of a transaction, and tells them and the studio.
   * @throws last_admin
   */
  forgetPerson(trx: Trx, accountId: string): Promise<void>;
}

/**
 * Puts the product's parts together. What one of them does on behalf of another, within one transaction, is
 * said here and nowhere else.
 */
export function composeProduct(deps: ProductDeps): Product {
  const { platform, identities, look, secret, ownerEmail, adminsNeedSecondFactor } = deps;
  const { db, clock, storage } = platform;
  const activity = new ActivityService({ db, clock });
  /** Everything that follows from something that happened to a project, in the transaction that did it. */
  const happened: RecordHappening = async (trx, happening) => {
    await activity.record(trx, happening);
    await publishLive(trx, platform.events, happening);
    await portalNotifications.note(trx, happening);
    addToFigures(trx, clock, figuresOf(happening));
  };
  const files = new FilesService({
    db,
    clock,
    storage: platform.storage,
    happened,
    maxBytes: deps.uploads.maxBytes,
    quotaBytes: deps.uploads.projectMaxBytes,
  });
  const messages = new MessagesService({
    db,
    clock,
    happened,
    messagesRead: (trx, { projectId, accountId }) =>
      publishLive(trx, platform.events, { projectId, kind: 'messages_read', onlyFor: accountId }),
  });
  const milestones = new MilestonesService({
    db,
    clock,
    happened,
    reasonGiven: (trx, { projectId, by, milestone, reason }) =>
      messages.postReason(trx, { projectId, by, milestoneTitle: milestone.title, reason }),
  });
  const contracts = new ContractsService({ db, clock, storage, happened });
  const contractDrafts = new ContractDraftsService({
    db,
    clock,
    storage,
    happened,
    listMilestones: async (projectId) => contractPlan(await milestones.listAll(projectId)),
  });
  const projects = new ProjectsService({
    db,
    clock,
    happened,
    deleting: async (trx, project, confirmation) => {
      await contracts.releaseProject(trx, project.id, confirmation);
      await files.projectDeleting(trx, project.id);
      await publishLive(trx, platform.events, { projectId: project.id, kind: 'project_deleted' });
    },
  });
  const accounts = new AccountsService({
    db,
    clock,
    ownerEmail,
    adminsNeedSecondFactor,
    findConfirmedEmail: (accountId) => identities.findConfirmedEmail(accountId),
    ...(identities.holdUser ? { holdUser: identities.holdUser } : {}),
    emailChanged: async (trx, change) => {
      await projects.changeEmail(trx, change);
      await moveMutedMails(trx, change.from, change.email);
    },
    accountClosing: async (trx, { id, email }) => {
      // What was accepted the studio has to keep, whatever becomes of its client.
      const ended = await projects.endClient(trx, id, (_, projectId) => contracts.isAccepted(trx, projectId));
      for (const project of ended.kept) await contracts.forgetClient(trx, project.id);
      await notifications.announceDeletion(trx, { email, ...ended });
      await forgetMutedMails(trx, email);
    },
  });
  const administration = new AccountAdministration({
    db,
    clock,
    people: identities.people,
    ...(identities.holdUser ? { holdUser: identities.holdUser } : {}),
  });
  const audit = new AuditService({ db, clock });
  const listStudioAddresses = async (from: Db) =>
    ownerEmail ? [ownerEmail] : listAdminEmails(from, MAX_STUDIO_ADDRESSES);
  const notifications = new NotificationsService({
    mailer: platform.mailer,
    publicUrl: platform.publicUrl,
    look,
    secret,
    listStudioAddresses,
  });
  const portalNotifications = new PortalNotifications({
    ...platform,
    look,
    secret,
    listStudioAddresses,
    findConfirmedEmail: (accountId) => identities.findConfirmedEmail(accountId),
    portal: {
      listContractDocuments: async (projectId) =>
        (await contracts.acceptedDocument(projectId))?.attachments ?? [],
      isLooking: (viewer) => deps.isLooking(viewer),
      isMessageRead: (projectId, side, id) =>
        isMessageRead(db, projectId, side === 'studio' ? 'owner' : 'client', id),
      listMessages: async (projectId, ids) =>
        (await listMessagesById(db, projectId, ids)).map(({ author_name: authorName, body }) => ({
          authorName,
          body,
        })),
    },
  });
  portalNotifications.addJobs(platform.jobs);
  const preferences = new NotificationPreferences({ db, clock });
  const contact = new ContactService({
    db,
    clock,
    enquiryReceived: async (trx, enquiry) => {
      await publishToStudio(trx, platform.events, 'enquiry_received');
      await notifications.announceEnquiry(trx, enquiry);
      addToFigures(trx, clock, { enquiries: 1 });
    },
    enquirerInvited: (trx, enquiry, note) => notifications.inviteEnquirer(trx, enquiry, note),
  });
  const onboarding = new OnboardingService({
    db,
    clock,
    prices,
    projectSubmitted: async (trx, project, address) => {
      await milestones.storeSuggested(trx, project.id, suggestPlan(project));
      await contractDrafts.storeSuggested(trx, project.id, { total: suggestTotal(project) });
      await happened(trx, {
        projectId: project.id,
        kind: 'project_submitted',
        by: { accountId: project.user_id, email: project.email, side: 'client', address },
      });
      await notifications.announceProject(trx, {
        id: project.id,
        brief: parseBrief(project),
        estimate: parseEstimate(project),
        clientEmail: project.email,
      });
    },
  });

  /** A copy of what is kept about somebody; each part of the product has its line. */
  const personalData: readonly PersonalData[] = [
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
  const exportData = async (accountId: string, exportedAt: string) => {
    const confirmedEmail = (await identities.findConfirmedEmail(accountId))?.toLowerCase();
    const projectIds = await projects.listOwnIds(accountId);
    return writePersonalData(personalData, { accountId, confirmedEmail, projectIds }, exportedAt);
  };
  const forgetPerson = async (trx: Trx, accountId: string) => {
    await accounts.deleteAccount(trx, accountId);
    await messages.forgetPerson(trx, accountId);
    await activity.forgetPerson(trx, accountId);
    await portalNotifications.forgetPerson(trx, accountId);
  };
  const deleteAccount = (accountId: string, client: ClientFacts) =>
    transaction(db, async (trx) => {
      await identities.deleteUser?.(trx, accountId, client);
      await forgetPerson(trx, accountId);
    });

  return {
    settled: () => portalNotifications.settled(),
    forgetPerson,
    access: {
      async authenticate(token) {
        const identity = await identities.identify(token);
        return identity && accounts.resolveActor(identity);
      },
      findProjectAccess: (projectId, actor) => findProjectAccess(db, projectId, actor),
    },
    audit,
    addRoutes(app) {
      addAccountRoutes(app, { accounts, sessions: identities.sessions, exportData, deleteAccount, clock });
      addContactRoutes(app, contact);
      addOnboardingRoutes(app, { onboarding, projects });
      addPortalRoutes(app, { projects, contracts, milestones });
      addNotificationRoutes(app, preferences);
      addUnsubscribeRoutes(app, {
        preferences,
        secret,
        limiter: platform.limiter,
        look,
        publicUrl: platform.publicUrl,
      });
      addActivityRoutes(app, { activity, studioName: studio.name });
      addMessageRoutes(app, messages);
      addMilestoneRoutes(app, milestones);
      addFilesRoutes(app, { files, storage: platform.storage });
      addUploads(app, { maxBytes: deps.uploads.maxBytes }, (bind) => {
        bindClientUploads(bind, { files, storage: platform.storage });
        bindStudioUploads(bind, { files, storage: platform.storage });
      });
      addContractRoutes(app, { contracts, storage });
      addAdminContractRoutes(app, { contractDrafts, storage });
      addBoardRoutes(app, { contracts, milestones, projects });
      addOverviewRoutes(app, { platform, contact, contracts, messages, milestones, projects });
      addAdminRoutes(app, {
        platform,
        accounts,
        administration,
        audit,
        projects,
        contact,
        milestones,
      });
      addAdminFilesRoutes(app, files);
      addAdminMessageRoutes(app, { messages, projects });
    },
  };
}

/** The milestones that a project begins with: drafts, for the studio to change and publish. */
function suggestPlan(project: ProjectRow): SuggestedMilestone[] {
  const estimate = parseEstimate(project);
  return estimate
    ? suggestMilestones(parseBrief(project), estimate, project.submitted_at ?? project.updated_at, planTerms)
    : [];
}

/** The total that a contract begins with: a draft, for the studio to change and send. */
function suggestTotal(project: ProjectRow): number | null {
  const estimate = parseEstimate(project);
  return estimate ? suggestContractTotal(estimate, parseBrief(project)) : null;
}

/** The plan as a contract names it: what the client sees of it, or the whole plan while they see nothing yet. */
function contractPlan(milestones: readonly MilestoneRow[]): MilestoneRow[] {
  const planned = milestones.filter(({ status }) => status !== 'cancelled');
  const published = planned.filter((milestone) => milestone.published === 1);
  return published.length > 0 ? published : planned;
}
