import { studio } from '@atelier/content/studio.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { FastifyInstance } from 'fastify';
import type { AccessPorts } from './core/access/access.ts';
import { createCallAccess, createStreamAccess } from './core/access/access-ports.ts';
import { withoutSession } from './core/access/without-session.ts';
import { AccountAdministration } from './core/accounts/account-administration.ts';
import { createAccountsFeature } from './core/accounts/accounts.feature.ts';
import { AccountsService } from './core/accounts/accounts.service.ts';
import { listClashingAddresses } from './core/accounts/clashing-addresses.repository.ts';
import type { IdentityProvider } from './core/accounts/identity-provider.ts';
import { createAuditFeature } from './core/audit/audit.feature.ts';
import { AuditService } from './core/audit/audit.service.ts';
import type { Feature } from './core/feature.ts';
import { addToMetrics } from './core/metrics/monthly-metrics.repository.ts';
import { publishToStudio } from './core/projects/live-events.ts';
import type { RecordEvent } from './core/projects/project-event.ts';
import { createProjectsFeature } from './core/projects/projects.feature.ts';
import { ProjectsService } from './core/projects/projects.service.ts';
import { listStudioAddresses } from './core/studio-addresses.ts';
import { createBackups } from './features/backups/backups.feature.ts';
import type { BackupsDeps } from './features/backups/backups.service.ts';
import { createBookings } from './features/bookings/bookings.feature.ts';
import type { CalendarReader } from './features/bookings/busy-calendar.service.ts';
import { createCalendarFeeds } from './features/calendar-feeds/calendar-feeds.feature.ts';
import { createEnquiries } from './features/enquiries/enquiries.feature.ts';
import { createHealth, type HealthPorts } from './features/health/health.feature.ts';
import { createMailDecisions } from './features/mail-decisions/mail-decisions.feature.ts';
import { countBouncedAddresses } from './features/mail-in/bounces.repository.ts';
import { createMailIn, type MailInPorts } from './features/mail-in/mail-in.feature.ts';
import { announceBounce, announceNotPosted, announceQuarantine } from './features/mail-in/mail-in.mails.ts';
import { createNotes } from './features/notes/notes.feature.ts';
import { listMutedKinds } from './features/notifications/muted-mails.repository.ts';
import { createNotifications } from './features/notifications/notifications.feature.ts';
import { unsubscribeOffer } from './features/notifications/unsubscribe.ts';
import { createOnboarding } from './features/onboarding/onboarding.feature.ts';
import { createPeople } from './features/people/people.feature.ts';
import { createReminders } from './features/reminders/reminders.feature.ts';
import { createTodos } from './features/todos/todos.feature.ts';
import { isoNow } from './platform/clock.ts';
import type { Trx } from './platform/db/database.ts';
import { addUploads } from './platform/http/upload.ts';
import type { MailLook } from './platform/mail/layout.ts';
import { findSentMail, forgetLines, listLineHashes } from './platform/mail/outbox.repository.ts';
import type { SmtpListener } from './platform/mail-in/smtp-listener.ts';
import type { Platform } from './platform/platform.ts';
import type { ServerSecret } from './platform/server-secret.ts';
import { EVENT_MAILS, EVENT_RULES, ITEM_TITLES, SUBJECT_TITLES } from './product-parts.ts';
import { createProjectFeatures, type ProjectFeaturesDeps } from './project-features.ts';
import {
  type AccountDeletion,
  accountFollowers,
  createAccountDeletion,
} from './workflows/account-deletion.ts';
import { addBoardRoutes } from './workflows/board.routes.ts';
import { briefSubmission } from './workflows/brief-submission.ts';
import { calendarEntries } from './workflows/calendar-entries.ts';
import { callEnquiries } from './workflows/call-enquiries.ts';
import { decidedThings } from './workflows/decided-things.ts';
import { enquiryBrief } from './workflows/enquiry-brief.ts';
import { enquiryThreads } from './workflows/enquiry-threads.ts';
import { addExportRoutes } from './workflows/export.routes.ts';
import { enquiryAnswers, projectAnswers } from './workflows/mail-answers.ts';
import { addMoneyRoutes } from './workflows/money.routes.ts';
import { addOverviewRoutes } from './workflows/overview.routes.ts';
import { ownCopy } from './workflows/own-copy.ts';
import { eventMailPorts } from './workflows/portal-ports.ts';
import { projectDeletion } from './workflows/project-deletion.ts';
import { findStages, readProjectProgress } from './workflows/project-progress.ts';
import { createRecordEvent } from './workflows/record-event.ts';
import { remindedThings } from './workflows/reminded-things.ts';
import { findSubjectTitles, studioSubjects } from './workflows/studio-subjects.ts';
import { addWaitingRoutes } from './workflows/waiting.routes.ts';

export interface ProductDeps extends Pick<ProjectFeaturesDeps, 'documents' | 'stripe' | 'uploads'> {
  platform: Platform;
  identities: IdentityProvider;
  look: MailLook;
  secret: ServerSecret;
  ownerEmail: string | undefined;
  /** How the owner's own calendar is read. */
  calendarReader: CalendarReader;
  adminsNeedSecondFactor: boolean;
  /** How many days what admins did is kept. */
  auditKeepDays: number;
  backups: Pick<BackupsDeps, 'settings' | 'work'>;
  /** Answers by mail. */
  mailIn: Pick<MailInPorts, 'settings' | 'keepDays' | 'read' | 'ownHost' | 'from'>;
  /** What the page of the installation's health looks at. */
  health: Pick<HealthPorts, 'settings' | 'migrations' | 'hasSite' | 'wakeOutbox' | 'readKeys'>;
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
  /** Takes mails; undefined where answers by mail don't come that way. */
  mailListener: SmtpListener | undefined;
  /** Where mails come back to that can't be delivered; undefined for the sender's own address. */
  reportsTo: string | undefined;
  /** Resolves when what it does after its replies is done. */
  whenIdle(): Promise<void>;
}

/** Makes the features, those of a project elsewhere, and lists them: the one place that knows them all. */
export function createProduct(deps: ProductDeps): Product {
  const { platform, identities, look, secret, uploads } = deps;
  const { db, clock, events, storage } = platform;
  // Recorded from inside the features, which come before the mails that follow from an event.
  const recordEvent: RecordEvent = (trx, event) => record(trx, event);

  const mailIn = createMailIn({
    ...platform,
    ...deps.mailIn,
    secret,
    // Made later: both are from features whose own mails can be answered.
    portFor: (kind) => answerPorts[kind](),
    findTitles: findSubjectTitles,
    findSentMail,
    forgetLines,
    addressBounced: (trx, bounced) => announceBounce(mails, trx, bounced),
    decided: async (trx, mail) => {
      await publishToStudio(trx, events, 'mail_arrived');
      if (mail.state === 'quarantined')
        await announceQuarantine(mails, trx, { mail, today: isoNow(clock).slice(0, 10) });
    },
    notPosted: (trx, notice) =>
      announceNotPosted(mails, trx, { ...notice, today: isoNow(clock).slice(0, 10) }),
    look,
    listLineHashes,
    listChanged: (trx) => publishToStudio(trx, events, 'mail_arrived'),
  });
  const project = createProjectFeatures({
    platform,
    recordEvent,
    ...{ documents: deps.documents, uploads },
    stripe: deps.stripe,
    portalNotifications: () => notifications.portalNotifications,
  });
  const { activity, messages, invoices, milestones, contracts, changeOrders, files, requests } = project;
  const doors = withoutSession(identities);
  const mailDecisions = createMailDecisions({
    ...{ ...platform, ...doors },
    identities,
    things: decidedThings({
      milestones: milestones.service,
      requests: requests.service,
      plan: invoices.plan,
    }),
  });
  const mails = {
    ...platform,
    look,
    secret,
    listStudioAddresses: listStudioAddresses(deps.ownerEmail),
  };
  const hasMailIn = deps.mailIn.settings !== undefined;
  // A mail shows no second factor: where the studio asks for one, it answers in the back office.
  // So it does where the provider doesn't say who has one.
  const canAnswerByMail = (side: ProjectSide) =>
    identities.readStanding !== undefined && (side === 'client' || !deps.adminsNeedSecondFactor);
  const notifications = createNotifications({
    ...{ ...mails, ...doors },
    eventMails: EVENT_MAILS,
    findConfirmedEmail: (accountId) => identities.findConfirmedEmail(accountId),
    canAnswerByMail: (side) => hasMailIn && canAnswerByMail(side),
    decisions: mailDecisions.service,
    issueReplyAddress: (trx, { projectId, ...to }) =>
      mailIn.issueFor(trx, { ...to, kind: 'project', subjectId: projectId }),
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
    ...doors,
    db,
    clock,
    recordEvent,
    findStages,
    deleting: projectDeletion({
      ...{ events, mails },
      contracts: contracts.service,
      files: files.service,
      messageFiles: messages.files,
      requestFiles: requests.files,
      mailIn: mailIn.service,
    }),
  });
  const people = createPeople({ ...platform, ...doors, recordEvent, mails, projects, identities });
  const enquiries = createEnquiries({
    ...{ db, clock, storage, mails },
    maxBytes: uploads.maxBytes,
    ...enquiryThreads({ platform, identities, mailIn, hasMailIn }),
    enquiryReceived: async (trx) => {
      await publishToStudio(trx, events, 'enquiry_received');
      addToMetrics(trx, clock, { enquiries: 1 });
    },
  });
  const answerPorts = {
    project: () =>
      projectAnswers({
        ...{ ...doors, db, identities, messages: messages.service, files: messages.files },
        canAnswerByMail,
      }),
    enquiry: () => enquiryAnswers({ db, thread: enquiries.thread, files: enquiries.files }),
  };
  const bookings = createBookings({
    ...{ db, clock, secret, mails, identities },
    log: platform.log,
    reader: deps.calendarReader,
    ...callEnquiries(enquiries.service, platform),
  });
  const onboarding = createOnboarding({
    db,
    clock,
    projects,
    ...enquiryBrief({ db, identities }),
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
    mailIn: mailIn.service,
    mailDecisions: mailDecisions.service,
    fileReviews: files.reviews,
    requests: requests.service,
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

  // Made later: a part of each feature.
  const exportData = ownCopy({ db, identities, accounts, listParts: () => personalData });
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
    people.feature,
    contracts.feature,
    changeOrders.feature,
    milestones.feature,
    requests.feature,
    invoices.feature,
    project.payments.feature,
    createReminders({
      ...mails,
      things: remindedThings(recordEvent),
      findConfirmedEmail: (accountId) => identities.findConfirmedEmail(accountId),
      decisions: mailDecisions.service,
      listMutedKinds,
      unsubscribeOffer: (to) => unsubscribeOffer(mails, to),
    }).feature,
    messages.feature,
    mailIn.feature,
    mailDecisions.feature,
    files.feature,
    activity.feature,
    enquiries.feature,
    bookings.feature,
    createCalendarFeeds({
      ...{ db, clock },
      ...{ mails, studioName: studio.name },
      ...calendarEntries(clock, bookings.service, { ...doors, ...deps }),
    }),
    onboarding.feature,
    notifications.feature,
    createNotes({
      db,
      clock,
      subjects: studioSubjects,
      notesChanged: (trx) => publishToStudio(trx, events, 'notes_changed'),
    }),
    createTodos({
      ...{ db, clock },
      subjects: studioSubjects,
      todosChanged: (trx) => publishToStudio(trx, events, 'todos_changed'),
    }),
    createAuditFeature(audit),
    backups.feature,
    createHealth({
      ...{ platform, mails },
      readBackups: () => backups.service.look(),
      countBouncedAddresses: () => countBouncedAddresses(db),
      listClashingAddresses: () => listClashingAddresses(db),
      countHeldInvoices: invoices.countHeld,
      readMailbox: mailIn.readMailbox,
      ...deps.health,
    }),
  ];
  const personalData = features.flatMap((feature) => feature.personalData ?? []);
  for (const feature of features) feature.addJobs?.(platform.jobs);

  const { portalNotifications } = notifications;
  return {
    whenIdle: async () => {
      await mailIn.reading.whenIdle();
      await portalNotifications.whenIdle();
    },
    start: () => {
      portalNotifications.start();
      mailIn.reading.wake();
    },
    stop: () => {
      portalNotifications.stop();
      mailIn.reading.stop();
    },
    mailListener: mailIn.listener,
    reportsTo: mailIn.reportsTo,
    forgetAccount,
    userEmailChanged: async (trx, userId, email) => {
      await accounts.takeEmail(trx, userId, email);
    },
    access: createCallAccess({ db, clock, identities, accounts }),
    streamAccess: createStreamAccess({ db, clock, identities, accounts }),
    audit,
    addRoutes(app) {
      for (const feature of features) feature.addRoutes(app);
      addUploads(app, { maxBytes: uploads.maxBytes, clock }, (bind) => {
        for (const feature of features) feature.bindUploads?.(bind);
      });
      addWaitingRoutes(app, platform);
      addBoardRoutes(app, db);
      addOverviewRoutes(app, { db, clock, inbox: enquiries.service });
      addExportRoutes(app, platform);
      addMoneyRoutes(app, platform);
    },
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
  const { mails } = followers;
  return { accounts, administration: new AccountAdministration({ db, clock, events, identities, mails }) };
}
