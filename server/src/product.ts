import { claims } from '@atelier/content/claims.ts';
import { studio } from '@atelier/content/studio.ts';
import type { AuditedSubjectKind } from '@atelier/domain/audit/sentence.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import type { AuditedItemKind, ProjectEvents } from '@atelier/domain/project-parts.ts';
import { projectName } from '@atelier/domain/projects/rules.ts';
import type { FastifyInstance } from 'fastify';
import type { AccessPorts } from './core/access/access.ts';
import { createCallAccess, createStreamAccess } from './core/access/access-ports.ts';
import { AccountAdministration } from './core/accounts/account-administration.ts';
import { accountTables, createAccountsFeature } from './core/accounts/accounts.feature.ts';
import { findAccount } from './core/accounts/accounts.repository.ts';
import { AccountsService } from './core/accounts/accounts.service.ts';
import type { IdentityProvider } from './core/accounts/identity-provider.ts';
import { type PersonalData, writePersonalData } from './core/accounts/personal-data.ts';
import { auditTables, createAuditFeature } from './core/audit/audit.feature.ts';
import { AuditService, type FindItemTitle, type FindSubjectTitle } from './core/audit/audit.service.ts';
import type { Feature, TableData } from './core/feature.ts';
import { addToMetrics } from './core/metrics/monthly-metrics.repository.ts';
import type { EventMailDefinition } from './core/projects/event-mail.ts';
import { publishLive, publishToStudio } from './core/projects/live-events.ts';
import type { EventMailKind, EventRules, RecordEvent } from './core/projects/project-event.ts';
import { createProjectsFeature, projectEventRules, projectTables } from './core/projects/projects.feature.ts';
import { findProjectName, listOwnProjectIds } from './core/projects/projects.repository.ts';
import { ProjectsService } from './core/projects/projects.service.ts';
import { listStudioAddresses } from './core/studio-addresses.ts';
import { activityTables, createActivity } from './features/activity/activity.feature.ts';
import { authTables } from './features/auth/auth.table.ts';
import { backupTables, createBackups } from './features/backups/backups.feature.ts';
import type { BackupsDeps } from './features/backups/backups.service.ts';
import {
  changeOrderEventRules,
  changeOrderTables,
  createChangeOrders,
} from './features/change-orders/change-orders.feature.ts';
import { changeOrderMails } from './features/change-orders/change-orders.mails.ts';
import {
  deleteUnacceptedChangeOrders,
  findChangeOrder,
} from './features/change-orders/change-orders.repository.ts';
import {
  contractEventRules,
  contractTables,
  createContracts,
} from './features/contracts/contracts.feature.ts';
import { contractMails } from './features/contracts/contracts.mails.ts';
import { createEnquiries, enquiryTables } from './features/enquiries/enquiries.feature.ts';
import { findEnquiry } from './features/enquiries/enquiries.repository.ts';
import { createFiles, fileEventRules, fileTables } from './features/files/files.feature.ts';
import { fileMails } from './features/files/files.mails.ts';
import { findFile, listDeliverableIds } from './features/files/files.repository.ts';
import { createHealth, type HealthPorts, healthTables } from './features/health/health.feature.ts';
import { createInvoices, invoiceEventRules, invoiceTables } from './features/invoices/invoices.feature.ts';
import { invoiceMails } from './features/invoices/invoices.mails.ts';
import { deleteInvoiceDrafts, findInvoice } from './features/invoices/invoices.repository.ts';
import { listPlannedPayments } from './features/invoices/payment-plan.repository.ts';
import { createMessages, messageEventRules, messageTables } from './features/messages/messages.feature.ts';
import { messageMails } from './features/messages/messages.mails.ts';
import {
  createMilestones,
  milestoneEventRules,
  milestoneTables,
} from './features/milestones/milestones.feature.ts';
import { milestoneMails } from './features/milestones/milestones.mails.ts';
import { findMilestone } from './features/milestones/milestones.repository.ts';
import { createNotes, noteTables } from './features/notes/notes.feature.ts';
import { createNotifications, notificationTables } from './features/notifications/notifications.feature.ts';
import { createOnboarding } from './features/onboarding/onboarding.feature.ts';
import type { CardProvider } from './features/payments/card-provider.ts';
import { createPayments, paymentEventRules, paymentTables } from './features/payments/payments.feature.ts';
import { paymentMails } from './features/payments/payments.mails.ts';
import { findPayment } from './features/payments/payments.repository.ts';
import type { StripeSettings } from './features/payments/stripe-cards.ts';
import { createReminders, reminderTables } from './features/reminders/reminders.feature.ts';
import { createTodos, todoTables } from './features/todos/todos.feature.ts';
import type { Database, Trx } from './platform/db/database.ts';
import { addUploads } from './platform/http/upload.ts';
import type { MailLook } from './platform/mail/layout.ts';
import { readMailsTo } from './platform/mail/mailer.ts';
import type { Platform } from './platform/platform.ts';
import type { ServerSecret } from './platform/server-secret.ts';
import {
  type AccountDeletion,
  accountFollowers,
  createAccountDeletion,
} from './workflows/account-deletion.ts';
import { addBoardRoutes } from './workflows/board.routes.ts';
import { briefSubmission } from './workflows/brief-submission.ts';
import { changesOf, contractChanges } from './workflows/contract-changes.ts';
import { announceProjectDeleted } from './workflows/deletion.mails.ts';
import { addExportRoutes } from './workflows/export.routes.ts';
import { invoiceReminders } from './workflows/invoice-reminders.ts';
import { addMoneyRoutes } from './workflows/money.routes.ts';
import { addOverviewRoutes } from './workflows/overview.routes.ts';
import { payableInvoices, paymentPlan } from './workflows/payment-plan.ts';
import {
  attachmentRoom,
  eventMailPorts,
  filePorts,
  messagePorts,
  undoMoveOf,
} from './workflows/portal-ports.ts';
import { findStages, readProjectProgress } from './workflows/project-progress.ts';
import { createRecordEvent } from './workflows/record-event.ts';
import { studioSubjects } from './workflows/studio-subjects.ts';
import { addWaitingRoutes } from './workflows/waiting.routes.ts';

export interface ProductDeps {
  platform: Platform;
  identities: IdentityProvider;
  look: MailLook;
  secret: ServerSecret;
  ownerEmail: string | undefined;
  /** Payments by card; undefined without. */
  stripe: StripeSettings | undefined;
  adminsNeedSecondFactor: boolean;
  /** How many days what admins did is kept. */
  auditKeepDays: number;
  backups: Pick<BackupsDeps, 'settings' | 'work'>;
  /** What the page of the installation's health looks at. */
  health: Omit<HealthPorts, 'platform' | 'mails' | 'readBackups'>;
  /** Upload limits in bytes: one file, all files of a project, and everything that one client sends. */
  uploads: { maxBytes: number; projectMaxBytes: number; accountMaxBytes: number };
  /** Whether a client, or anybody of the studio, has the application open and receives live events. */
  isLooking(viewer: { accountId: string } | 'studio'): boolean;
}

/** The product without its sign-in. */
export interface Product extends Pick<AccountDeletion, 'forgetAccount'> {
  /** Updates an account's address when its sign-in changes, as part of the same transaction. */
  userEmailChanged(trx: Trx, userId: string, email: string): Promise<void>;
  access: AccessPorts;
  /** The same decisions, for many readers of live events at the same moment. */
  streamAccess: AccessPorts;
  audit: AuditService;
  addRoutes(app: FastifyInstance): void;
  /** Sends mails with a short delay on time; without it the recurring jobs do. */
  start(): void;
  stop(): void;
  /** Resolves when what it does after its replies is done. */
  whenIdle(): Promise<void>;
}

/** Makes the features, each from its ports, and lists them: the one place that knows them all. */
export function createProduct(deps: ProductDeps): Product {
  const { platform, identities, look, secret, uploads } = deps;
  const { db, clock, events, storage } = platform;
  // Recorded from inside the features, which come before the mails that follow from an event.
  const recordEvent: RecordEvent = (trx, event) => record(trx, event);
  const ports = { db, clock, storage, recordEvent };

  const activity = createActivity({ db, clock, studioName: studio.name });
  const messages = createMessages({
    ...ports,
    ...messagePorts(platform, activity.service, () => notifications.portalNotifications),
    maxBytes: uploads.maxBytes,
    findLimits: (from, to) => files.service.findLimits(from, to),
  });
  const invoices = createInvoices({
    ...ports,
    isMilestone: async (projectId, id) => (await findMilestone(db, projectId, id)) !== undefined,
  });
  const payments = createPayments({
    ...ports,
    publicUrl: platform.publicUrl,
    log: platform.log,
    invoices: payableInvoices(invoices.service),
    loadCards: cardLoader(deps.stripe),
  });
  const planned = paymentPlan(invoices.plan);
  const milestones = createMilestones({
    ...ports,
    milestoneApproved: planned.milestoneApproved,
    findHold: planned.findHold,
    listDeliverableIds,
    moveUndone: undoMoveOf(platform, activity.service, () => notifications.portalNotifications),
    reasonGiven: (trx, { projectId, by, milestone, reason }) =>
      messages.service.postReason(trx, { projectId, by, milestoneTitle: milestone.title, reason }),
  });
  const contracts = createContracts({
    ...ports,
    contractAccepted: planned.contractAccepted,
    sumChanges: changesOf,
    listMilestones: async (projectId) =>
      (await milestones.service.listAll(projectId)).filter(({ status }) => status !== 'cancelled'),
  });
  const changeOrders = createChangeOrders({
    ...ports,
    ...contractChanges({ plan: invoices.plan, milestones: milestones.service }),
  });
  const files = createFiles({
    ...ports,
    maxBytes: uploads.maxBytes,
    quotaBytes: uploads.projectMaxBytes,
    accountQuotaBytes: uploads.accountMaxBytes,
    roundsIncluded: claims.feedbackRounds.included,
    attachments: attachmentRoom,
    ...filePorts(platform),
  });
  const mails = {
    ...platform,
    look,
    secret,
    listStudioAddresses: listStudioAddresses(deps.ownerEmail),
  };
  const notifications = createNotifications({
    ...mails,
    eventMails: EVENT_MAILS,
    findConfirmedEmail: (accountId) => identities.findConfirmedEmail(accountId),
    portal: {
      ...eventMailPorts(db, {
        contracts: contracts.service,
        milestones: milestones.service,
        invoices: invoices.service,
        changeOrders: changeOrders.service,
      }),
      isLooking: deps.isLooking,
    },
  });
  const record = createRecordEvent({
    platform,
    rules: EVENT_RULES,
    activity: activity.service,
    queueMails: (trx, event, mails) => notifications.portalNotifications.queue(trx, event, mails),
  });
  const projects = new ProjectsService({
    db,
    clock,
    recordEvent,
    findStages,
    deleting: async (trx, project, deletion) => {
      await contracts.service.releaseProject(trx, project.id, deletion?.confirmation);
      await deleteInvoiceDrafts(trx, project.id);
      await deleteUnacceptedChangeOrders(trx, project.id);
      await files.service.projectDeleting(trx, project.id);
      await messages.files.projectDeleting(trx, project.id);
      await publishLive(trx, events, { projectId: project.id, kind: 'project_deleted' });
      if (!deletion) return;
      const isRecorded = await contracts.service.isAccepted(trx, project.id);
      const side = deletion.by.side;
      await announceProjectDeleted(mails, trx, { project, side, isRecorded });
    },
  });
  const enquiries = createEnquiries({
    db,
    clock,
    mails,
    enquiryReceived: async (trx) => {
      await publishToStudio(trx, events, 'enquiry_received');
      addToMetrics(trx, clock, { enquiries: 1 });
    },
  });
  const onboarding = createOnboarding({
    db,
    clock,
    projects,
    ...briefSubmission({
      recordEvent,
      mails,
      milestones: milestones.service,
      contractDrafts: contracts.drafts,
    }),
  });
  const { accounts, administration } = createAccounts(deps, {
    projects,
    contracts: contracts.service,
    mails,
  });
  const { forgetAccount, deleteAccount } = createAccountDeletion({
    platform,
    identities,
    accounts,
    messages: messages.service,
    fileReviews: files.reviews,
    activity: activity.service,
    portalNotifications: notifications.portalNotifications,
  });
  const audit = new AuditService({
    db,
    clock,
    keepDays: deps.auditKeepDays,
    itemTitles: ITEM_TITLES,
    subjectTitles: SUBJECT_TITLES,
  });

  const backups = createBackups({ ...platform, ...deps.backups, mails });

  const exportData = async (accountId: string, exportedAt: string) => {
    await accounts.getOwnAccount(accountId);
    const confirmedEmail = (await identities.findConfirmedEmail(accountId))?.toLowerCase();
    const projectIds = await listOwnProjectIds(db, accountId);
    return writePersonalData(personalData, { accountId, confirmedEmail, projectIds }, exportedAt);
  };
  const accountsFeature = createAccountsFeature({
    accounts,
    administration,
    projects,
    sessions: identities.sessions,
    exportData,
    deleteAccount,
    clock,
  });
  const signIn: Feature = { addRoutes() {}, personalData: identities.personalData ?? [] };

  // In the order in which an account's own copy has its parts.
  const features: readonly Feature[] = [
    accountsFeature,
    signIn,
    createProjectsFeature(projects, (rows) => readProjectProgress(db, rows)),
    contracts.feature,
    changeOrders.feature,
    milestones.feature,
    invoices.feature,
    payments.feature,
    createReminders({ db, clock, things: [invoiceReminders(recordEvent)] }).feature,
    messages.feature,
    files.feature,
    activity.feature,
    enquiries.feature,
    onboarding.feature,
    notifications.feature,
    createNotes({
      db,
      clock,
      subjects: studioSubjects,
      notesChanged: (trx) => publishToStudio(trx, events, 'notes_changed'),
    }),
    createTodos({
      db,
      clock,
      subjects: studioSubjects,
      todosChanged: (trx) => publishToStudio(trx, events, 'todos_changed'),
    }),
    createAuditFeature(audit),
    backups.feature,
    createHealth({ platform, mails, readBackups: () => backups.service.look(), ...deps.health }),
  ];
  const mailsSent: PersonalData = {
    name: 'mails',
    read: ({ confirmedEmail: email = '' }) => readMailsTo(db, email),
  };
  const personalData = [...features.flatMap((feature) => feature.personalData ?? []), mailsSent];
  for (const feature of features) feature.addJobs?.(platform.jobs);

  const { portalNotifications } = notifications;
  return {
    whenIdle: () => portalNotifications.whenIdle(),
    start: () => portalNotifications.start(),
    stop: () => portalNotifications.stop(),
    forgetAccount,
    userEmailChanged: async (trx, userId, email) => {
      await accounts.takeEmail(trx, userId, email);
    },
    access: createCallAccess({ db, identities, accounts }),
    streamAccess: createStreamAccess({ db, identities, accounts }),
    audit,
    addRoutes(app) {
      for (const feature of features) feature.addRoutes(app);
      addUploads(app, { maxBytes: uploads.maxBytes }, (bind) => {
        for (const feature of features) feature.bindUploads?.(bind);
      });
      addWaitingRoutes(app, db);
      addBoardRoutes(app, db);
      addOverviewRoutes(app, { db, clock, inbox: enquiries.service });
      addExportRoutes(app, platform);
      addMoneyRoutes(app, platform);
    },
  };
}

/** The library is 23 MB, which a studio without card payments does without. */
function cardLoader(settings: StripeSettings | undefined): (() => Promise<CardProvider>) | undefined {
  if (!settings) return undefined;
  let loading: Promise<CardProvider> | undefined;
  const load = async () => new (await import('./features/payments/stripe-cards.ts')).StripeCards(settings);
  return () => {
    loading ??= load();
    return loading;
  };
}

/** Accounts, and the studio's administration of them. */
function createAccounts(
  { platform, identities, ownerEmail, adminsNeedSecondFactor }: ProductDeps,
  followers: Parameters<typeof accountFollowers>[0],
) {
  const { db, clock, events } = platform;
  const accounts = new AccountsService({
    db,
    clock,
    ownerEmail,
    adminsNeedSecondFactor,
    identities,
    ...accountFollowers(followers),
  });
  return { accounts, administration: new AccountAdministration({ db, clock, events, identities }) };
}

/*
 * Below, what the features say of themselves is put together. Each record is complete by its type: an event without its rule,
 * a mail without its words or a table without a decision about personal data does not compile.
 */

/** What follows from each event of a project. */
export const EVENT_RULES: EventRules<ProjectEvents> = {
  ...projectEventRules,
  ...contractEventRules,
  ...changeOrderEventRules,
  ...milestoneEventRules,
  ...invoiceEventRules,
  ...paymentEventRules,
  ...messageEventRules,
  ...fileEventRules,
};

/** Every kind of mail about events. */
export const EVENT_MAILS: Record<EventMailKind, EventMailDefinition> = {
  ...contractMails,
  ...changeOrderMails,
  ...milestoneMails,
  ...invoiceMails,
  ...paymentMails,
  ...messageMails,
  ...fileMails,
};

/** How the title of each part of a project is found for the audit. */
const ITEM_TITLES: Record<AuditedItemKind, FindItemTitle> = {
  milestone: async (db, projectId, id) => (await findMilestone(db, projectId, id))?.title,
  file: async (db, projectId, id) => (await findFile(db, projectId, id))?.[0].name,
  invoice: async (db, projectId, id) => {
    const invoice = await findInvoice(db, projectId, id);
    return invoice && (invoice.number ?? invoice.title);
  },
  changeOrder: async (db, projectId, id) => (await findChangeOrder(db, projectId, id))?.title,
  payment: async (db, projectId, id) => {
    const payment = await findPayment(db, projectId, id);
    return payment && formatCents(payment.amount);
  },
  plannedPayment: async (db, projectId, id) =>
    (await listPlannedPayments(db, projectId)).find((planned) => planned.id === id)?.label,
  // The audit doesn't copy what people write.
  message: async () => undefined,
};

/** The same for what an action is about. */
const SUBJECT_TITLES: Record<AuditedSubjectKind, FindSubjectTitle> = {
  project: async (db, id) => {
    const project = await findProjectName(db, id);
    return project && projectName(project);
  },
  enquiry: async (db, id) => (await findEnquiry(db, id))?.name,
  user: async (db, id) => (await findAccount(db, id))?.email,
};

/** Which part of an account's own copy each table is in, or why in none. */
export const TABLE_DATA: Record<keyof Database, TableData> = {
  ...accountTables,
  ...authTables,
  ...projectTables,
  ...contractTables,
  ...changeOrderTables,
  ...milestoneTables,
  ...invoiceTables,
  ...paymentTables,
  ...reminderTables,
  ...messageTables,
  ...fileTables,
  ...activityTables,
  ...enquiryTables,
  ...noteTables,
  ...todoTables,
  ...notificationTables,
  ...auditTables,
  ...backupTables,
  ...healthTables,
  mail_outbox: { exportedAs: 'mails' },
  mail_attachments: { notExported: 'Copies of files that are in the account’s copy themselves.' },
  stored_files: { notExported: 'Where the bytes of a file are; the file is in the account’s copy.' },
  job_leases: { notExported: 'Nothing about people.' },
  list_counts: { notExported: 'Nothing about people.' },
  monthly_figures: { notExported: 'Nothing about people.' },
  rate_limits: { notExported: 'Keys that expire within the hour.' },
};
