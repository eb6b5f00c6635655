import { studio } from '@atelier/content/studio.ts';
import type { FastifyInstance } from 'fastify';
import { addAccountRoutes } from '../core/accounts/accounts.routes.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import { writePersonalData } from '../core/accounts/personal-data.ts';
import { AuditService } from '../core/audit/audit.service.ts';
import { addToFigures } from '../core/metrics/monthly-metrics.repository.ts';
import { figuresOf } from '../core/metrics/project-event-metrics.ts';
import { publishLive } from '../core/projects/live-events.ts';
import { findProjectAccess } from '../core/projects/project-access.ts';
import type { RecordHappening } from '../core/projects/project-event.ts';
import { ProjectsService } from '../core/projects/projects.service.ts';
import { addActivityRoutes } from '../features/activity/activity.routes.ts';
import { ActivityService } from '../features/activity/activity.service.ts';
import { addContractRoutes } from '../features/contracts/client.routes.ts';
import { addAdminContractRoutes } from '../features/contracts/studio.routes.ts';
import { addContactRoutes } from '../features/enquiries/visitor.routes.ts';
import { addFilesRoutes, bindClientUploads } from '../features/files/client.routes.ts';
import { addAdminFilesRoutes, bindStudioUploads } from '../features/files/studio.routes.ts';
import { addMessageRoutes } from '../features/messages/client.routes.ts';
import { addAdminMessageRoutes } from '../features/messages/studio.routes.ts';
import { addMilestoneRoutes } from '../features/milestones/client.routes.ts';
import { NotificationPreferences } from '../features/notifications/notification-preferences.ts';
import { addNotificationRoutes } from '../features/notifications/notifications.routes.ts';
import { addUnsubscribeRoutes } from '../features/notifications/unsubscribe.routes.ts';
import { addOnboardingRoutes } from '../features/onboarding/onboarding.routes.ts';
import type { Trx } from '../platform/db/database.ts';
import type { AccessPorts } from '../platform/http/access.ts';
import type { AuditPort } from '../platform/http/audit.ts';
import { addUploads } from '../platform/http/upload.ts';
import type { MailLook } from '../platform/mail/layout.ts';
import type { Platform } from '../platform/platform.ts';
import type { ServerSecret } from '../platform/server-secret.ts';
import { composePeople, type People } from './accounts.ts';
import { addAdminRoutes } from './admin.routes.ts';
import { composeContact, composeOnboarding } from './beginnings.ts';
import { addBoardRoutes } from './board.routes.ts';
import { composeMails } from './mails.ts';
import { addOverviewRoutes } from './overview.routes.ts';
import { listPersonalDataParts } from './personal-data-parts.ts';
import { addPortalRoutes } from './portal.routes.ts';
import { composePortal, type PortalDeps } from './portal.ts';

export interface ProductDeps extends Pick<PortalDeps, 'uploads'> {
  platform: Platform;
  identities: IdentityProvider;
  look: MailLook;
  secret: ServerSecret;
  ownerEmail: string | undefined;
  adminsNeedSecondFactor: boolean;
  /** How many days what admins did is kept. */
  auditKeepDays: number;
  /** Whether a client, or anybody of the studio, has the application open and hears of what happens. */
  isLooking(viewer: { accountId: string } | 'studio'): boolean;
}

/** The product without its sign-in. */
export interface Product extends Pick<People, 'forgetPerson'> {
  /** Updates an account's address when its sign-in changes, as part of the same transaction. */
  userEmailChanged(trx: Trx, userId: string, email: string): Promise<void>;
  access: AccessPorts;
  audit: AuditPort;
  addRoutes(app: FastifyInstance): void;
  /** Does on time what waits a moment; without it the recurring jobs do. */
  start(): void;
  stop(): void;
  /** Resolves when what it does after its replies is done. */
  settled(): Promise<void>;
}

type Parts = ReturnType<typeof composeParts>;

/** Puts the product's parts together, and says what they answer. */
export function composeProduct(deps: ProductDeps): Product {
  const { platform, identities } = deps;
  const parts = composeParts(deps);
  const { accounts, forgetPerson } = parts.people;
  const { portalNotifications } = parts.mails;
  portalNotifications.addJobs(platform.jobs);
  parts.audit.addJobs(platform.jobs);
  return {
    settled: () => portalNotifications.settled(),
    start: () => portalNotifications.start(),
    stop: () => portalNotifications.stop(),
    forgetPerson,
    userEmailChanged: async (trx, userId, email) => {
      await accounts.takeEmail(trx, userId, email);
    },
    access: {
      async authenticate(token) {
        const identity = await identities.identify(token);
        return identity && accounts.resolveActor(identity);
      },
      findProjectAccess: (projectId, actor) => findProjectAccess(platform.db, projectId, actor),
    },
    audit: parts.audit,
    addRoutes(app) {
      addPeopleRoutes(app, deps, parts);
      addPortalAndStudioRoutes(app, deps, parts);
    },
  };
}

/**
 * The parts. What one of them does on behalf of another, within one transaction, is said here and in the folder
 * `product`, and nowhere else.
 */
function composeParts(deps: ProductDeps) {
  const { platform, identities, uploads } = deps;
  const { db, clock } = platform;
  const activity = new ActivityService({ db, clock });
  /** Everything that follows from something that happened to a project, in the transaction that did it. */
  const happened: RecordHappening = async (trx, happening) => {
    await activity.record(trx, happening);
    await publishLive(trx, platform.events, happening);
    await mails.portalNotifications.note(trx, happening);
    addToFigures(trx, clock, figuresOf(happening));
  };
  const portal = composePortal({
    platform,
    happened,
    uploads,
    moveUndone: async (trx, { projectId, moveId, isHidden }) => {
      if (isHidden) {
        await activity.hideFromClient(trx, moveId);
        // The record of the undo is the studio's alone, but the client's open pages must drop the
        // milestone.
        await publishLive(trx, platform.events, { projectId, kind: 'milestone_undone' });
      }
      return mails.portalNotifications.withdraw(trx, moveId);
    },
  });
  const mails = composeMails(deps, portal);
  const projects = new ProjectsService({
    db,
    clock,
    happened,
    deleting: async (trx: Trx, project, deletion) => {
      await portal.contracts.releaseProject(trx, project.id, deletion?.confirmation);
      await portal.files.projectDeleting(trx, project.id);
      await publishLive(trx, platform.events, { projectId: project.id, kind: 'project_deleted' });
      if (!deletion) return;
      const isRecorded = await portal.contracts.isAccepted(trx, project.id);
      await mails.notifications.announceProjectDeleted(trx, { project, side: deletion.by.side, isRecorded });
    },
  });
  const people = composePeople({ ...deps, projects, activity, portal, mails });
  const { notifications } = mails;
  const contact = composeContact(platform, notifications);
  const onboarding = composeOnboarding({ platform, happened, notifications, portal });
  const { accounts } = people;
  const personalData = listPersonalDataParts({
    platform,
    identities,
    accounts,
    projects,
    activity,
    contact,
    portal,
  });
  return {
    activity,
    portal,
    mails,
    projects,
    people,
    contact,
    onboarding,
    preferences: new NotificationPreferences({ db, clock }),
    audit: new AuditService({
      db,
      clock,
      keepDays: deps.auditKeepDays,
      findItemTitle: (projectId, item) => portal.findItemTitle(projectId, item),
    }),
    /** A copy of everything that is kept about somebody. */
    exportData: async (accountId: string, exportedAt: string) => {
      const confirmedEmail = (await identities.findConfirmedEmail(accountId))?.toLowerCase();
      const projectIds = await projects.listOwnIds(accountId);
      return writePersonalData(personalData, { accountId, confirmedEmail, projectIds }, exportedAt);
    },
  };
}

/** Accounts, enquiries, briefs, and which mails somebody wants. */
function addPeopleRoutes(
  app: FastifyInstance,
  { platform, identities, look, secret }: ProductDeps,
  parts: Parts,
) {
  const { people, contact, onboarding, projects, preferences, exportData } = parts;
  const { publicUrl, clock } = platform;
  const { accounts, deleteAccount } = people;
  addAccountRoutes(app, { accounts, sessions: identities.sessions, exportData, deleteAccount, clock });
  addContactRoutes(app, contact);
  addOnboardingRoutes(app, { onboarding, projects });
  addNotificationRoutes(app, preferences);
  addUnsubscribeRoutes(app, { preferences, secret, look, publicUrl });
}

/** Projects: as their client sees them, and as the studio does. */
function addPortalAndStudioRoutes(app: FastifyInstance, { platform, uploads }: ProductDeps, parts: Parts) {
  const { activity, projects, contact, audit } = parts;
  const { contracts, contractDrafts, milestones, messages, files } = parts.portal;
  const { accounts, administration } = parts.people;
  const { storage } = platform;
  addPortalRoutes(app, { projects, contracts, milestones });
  addActivityRoutes(app, { activity, studioName: studio.name });
  addMessageRoutes(app, messages);
  addMilestoneRoutes(app, milestones);
  addFilesRoutes(app, { files, storage });
  addUploads(app, { maxBytes: uploads.maxBytes }, (bind) => {
    bindClientUploads(bind, { files, storage });
    bindStudioUploads(bind, { files, storage });
  });
  addContractRoutes(app, { contracts, storage });
  addAdminContractRoutes(app, { contracts, contractDrafts, storage });
  addBoardRoutes(app, { contracts, milestones, projects });
  addOverviewRoutes(app, { platform, contact, contracts, messages, milestones, projects });
  addAdminRoutes(app, { platform, accounts, administration, audit, projects, contact, milestones });
  addAdminFilesRoutes(app, files);
  addAdminMessageRoutes(app, { messages, projects });
}
