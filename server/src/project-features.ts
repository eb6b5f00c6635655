import { claims } from '@atelier/content/claims.ts';
import { studio } from '@atelier/content/studio.ts';
import type { RecordEvent } from './core/projects/project-event.ts';
import type { Documents } from './document-thread.ts';
import { createActivity } from './features/activity/activity.feature.ts';
import { createChangeOrders } from './features/change-orders/change-orders.feature.ts';
import { createContracts } from './features/contracts/contracts.feature.ts';
import { createFiles } from './features/files/files.feature.ts';
import { listDeliverableIds } from './features/files/files.repository.ts';
import { createInvoices } from './features/invoices/invoices.feature.ts';
import { createMessages } from './features/messages/messages.feature.ts';
import { createMilestones } from './features/milestones/milestones.feature.ts';
import { findMilestone } from './features/milestones/milestones.repository.ts';
import type { PortalNotifications } from './features/notifications/portal-notifications.ts';
import type { CardProvider } from './features/payments/card-provider.ts';
import { createPayments } from './features/payments/payments.feature.ts';
import type { StripeSettings } from './features/payments/stripe-cards.ts';
import { createRequests } from './features/requests/requests.feature.ts';
import type { Platform } from './platform/platform.ts';
import { moveAcceptedDates } from './workflows/accepted-dates.ts';
import { changesOf, contractChanges } from './workflows/contract-changes.ts';
import { findEnd, payableInvoices, paymentPlan } from './workflows/payment-plan.ts';
import { attachmentRoom, filePorts, messagePorts, undoMoveOf } from './workflows/portal-ports.ts';
import { requestPorts } from './workflows/request-ports.ts';

export interface ProjectFeaturesDeps {
  platform: Platform;
  recordEvent: RecordEvent;
  documents: Documents;
  /** Upload limits in bytes: one file, all files of a project, and everything that one client sends. */
  uploads: { maxBytes: number; projectMaxBytes: number; accountMaxBytes: number };
  /** Payments by card; undefined without. */
  stripe: StripeSettings | undefined;
  /** Made after what they are about. */
  portalNotifications: () => PortalNotifications;
}

/** Makes the features in which client and studio work on a project: what each does to the others is given here. */
export function createProjectFeatures({
  platform,
  recordEvent,
  documents,
  uploads,
  stripe,
  portalNotifications,
}: ProjectFeaturesDeps) {
  const { db, clock, storage } = platform;
  const ports = { db, clock, storage, recordEvent };

  const activity = createActivity({ db, clock, studioName: studio.name });
  const messages = createMessages({
    ...ports,
    ...messagePorts(platform, activity.service, portalNotifications),
    maxBytes: uploads.maxBytes,
    findLimits: (from, to) => files.service.findLimits(from, to),
  });
  const invoices = createInvoices({
    ...ports,
    publicUrl: platform.publicUrl,
    makeInvoice: documents.invoice,
    isMilestone: async (projectId, id) => (await findMilestone(db, projectId, id)) !== undefined,
    findEnd,
  });
  const payments = createPayments({
    ...ports,
    publicUrl: platform.publicUrl,
    log: platform.log,
    invoices: payableInvoices(invoices.service),
    loadCards: cardLoader(stripe),
  });
  const planned = paymentPlan(invoices.plan);
  const milestones = createMilestones({
    ...ports,
    milestoneApproved: planned.milestoneApproved,
    findHold: planned.findHold,
    listDeliverableIds,
    moveUndone: undoMoveOf(platform, activity.service, portalNotifications),
    reasonGiven: (trx, { projectId, by, milestone, reason }) =>
      messages.service.postReason(trx, { projectId, by, milestoneTitle: milestone.title, reason }),
  });
  const contracts = createContracts({
    ...ports,
    makeContract: documents.contract,
    makeRecord: documents.acceptance,
    contractAccepted: planned.contractAccepted,
    moveDates: moveAcceptedDates(milestones.service),
    sumChanges: changesOf,
    listMilestones: async (projectId) =>
      (await milestones.service.listAll(projectId)).filter(({ status }) => status !== 'cancelled'),
  });
  const changeOrders = createChangeOrders({
    ...ports,
    makeChangeOrder: documents.changeOrder,
    ...contractChanges({
      plan: invoices.plan,
      milestones: milestones.service,
      makeRecord: documents.acceptance,
    }),
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
  const requests = createRequests({
    ...ports,
    ...requestPorts(platform, portalNotifications),
    maxBytes: uploads.maxBytes,
    findLimits: (from, to) => files.service.findLimits(from, to),
  });
  return { activity, messages, invoices, payments, milestones, contracts, changeOrders, files, requests };
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
