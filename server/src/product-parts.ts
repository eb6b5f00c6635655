import { greetingName } from '@atelier/domain/accounts/rules.ts';
import type { AuditedSubjectKind } from '@atelier/domain/audit/sentence.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import type { AuditedItemKind, ProjectEvents } from '@atelier/domain/project-parts.ts';
import { projectName } from '@atelier/domain/projects/rules.ts';
import { accountTables } from './core/accounts/accounts.feature.ts';
import { findAccount } from './core/accounts/accounts.repository.ts';
import { auditTables } from './core/audit/audit.feature.ts';
import type { FindItemTitle, FindSubjectTitle } from './core/audit/audit.service.ts';
import type { TableData } from './core/feature.ts';
import type { EventMailDefinition } from './core/projects/event-mail.ts';
import type { EventMailKind, EventRules } from './core/projects/project-event.ts';
import { projectEventRules, projectTables } from './core/projects/projects.feature.ts';
import { findProjectName } from './core/projects/projects.repository.ts';
import { activityTables } from './features/activity/activity.feature.ts';
import { authTables } from './features/auth/auth.table.ts';
import { backupTables } from './features/backups/backups.feature.ts';
import { bookingTables } from './features/bookings/bookings.feature.ts';
import { calendarFeedTables } from './features/calendar-feeds/calendar-feeds.feature.ts';
import { changeOrderEventRules, changeOrderTables } from './features/change-orders/change-orders.feature.ts';
import { changeOrderMails } from './features/change-orders/change-orders.mails.ts';
import { findChangeOrder } from './features/change-orders/change-orders.repository.ts';
import { contractEventRules, contractTables } from './features/contracts/contracts.feature.ts';
import { contractMails } from './features/contracts/contracts.mails.ts';
import { enquiryTables } from './features/enquiries/enquiries.feature.ts';
import { findEnquiry } from './features/enquiries/enquiries.repository.ts';
import { fileEventRules, fileTables } from './features/files/files.feature.ts';
import { fileMails } from './features/files/files.mails.ts';
import { findFile } from './features/files/files.repository.ts';
import { healthTables } from './features/health/health.feature.ts';
import { invoiceEventRules, invoiceTables } from './features/invoices/invoices.feature.ts';
import { invoiceMails } from './features/invoices/invoices.mails.ts';
import { findInvoice } from './features/invoices/invoices.repository.ts';
import { listPlannedPayments } from './features/invoices/payment-plan.repository.ts';
import { mailDecisionTables } from './features/mail-decisions/mail-decisions.feature.ts';
import { mailInTables } from './features/mail-in/mail-in.feature.ts';
import { messageEventRules, messageTables } from './features/messages/messages.feature.ts';
import { messageMails } from './features/messages/messages.mails.ts';
import { milestoneEventRules, milestoneTables } from './features/milestones/milestones.feature.ts';
import { milestoneMails } from './features/milestones/milestones.mails.ts';
import { findMilestone } from './features/milestones/milestones.repository.ts';
import { noteTables } from './features/notes/notes.feature.ts';
import { notificationTables } from './features/notifications/notifications.feature.ts';
import { paymentEventRules, paymentTables } from './features/payments/payments.feature.ts';
import { paymentMails } from './features/payments/payments.mails.ts';
import { findPayment } from './features/payments/payments.repository.ts';
import { peopleEventRules, peopleTables } from './features/people/people.feature.ts';
import { peopleMails } from './features/people/people.mails.ts';
import { reminderTables } from './features/reminders/reminders.feature.ts';
import { requestEventRules, requestTables } from './features/requests/requests.feature.ts';
import { requestMails } from './features/requests/requests.mails.ts';
import { findRequest } from './features/requests/requests.repository.ts';
import { todoTables } from './features/todos/todos.feature.ts';
import type { Database } from './platform/db/database.ts';

/*
 * Here, what the features say of themselves is put together. Each record is complete by its type: an event without its rule,
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
  ...peopleEventRules,
  ...requestEventRules,
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
  ...peopleMails,
  ...requestMails,
};

/** How the title of each part of a project is found for the audit. */
export const ITEM_TITLES: Record<AuditedItemKind, FindItemTitle> = {
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
  request: async (db, projectId, id) => (await findRequest(db, projectId, id))?.title,
  // The audit doesn't copy what people write, or who is invited.
  message: async () => undefined,
  invitation: async () => undefined,
  person: async (db, _, id) => {
    const account = await findAccount(db, id);
    return account && greetingName(account);
  },
};

/** The same for what an action is about. */
export const SUBJECT_TITLES: Record<AuditedSubjectKind, FindSubjectTitle> = {
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
  ...peopleTables,
  ...contractTables,
  ...changeOrderTables,
  ...milestoneTables,
  ...requestTables,
  ...invoiceTables,
  ...paymentTables,
  ...reminderTables,
  ...messageTables,
  ...mailInTables,
  ...mailDecisionTables,
  ...fileTables,
  ...activityTables,
  ...enquiryTables,
  ...bookingTables,
  ...calendarFeedTables,
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
