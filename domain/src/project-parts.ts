import {
  type ChangeOrderEvents,
  changeOrderEvents,
  changeOrderNotifications,
} from './change-orders/events.ts';
import { type ContractEvents, contractEvents, contractNotifications } from './contracts/events.ts';
import type { EventDefinition, NotificationWords } from './event-definition.ts';
import { type FileEvents, fileEvents, fileNotifications } from './files/events.ts';
import { type InvoiceEvents, invoiceEvents, invoiceNotifications } from './invoices/events.ts';
import { type MessageEvents, messageEvents, messageNotifications } from './messages/events.ts';
import { type MilestoneEvents, milestoneEvents, milestoneNotifications } from './milestones/events.ts';
import { type PaymentEvents, paymentEvents, paymentNotifications } from './payments/events.ts';
import { type PeopleEvents, peopleEvents, peopleNotifications } from './people/events.ts';
import { type ProjectOwnEvents, projectEvents, projectNotifications } from './projects/events.ts';
import { reminderNotifications } from './reminders/notifications.ts';
import { type RequestEvents, requestEvents, requestNotifications } from './requests/events.ts';

/*
 * The nouns' parts of a project, combined: tabs, events and kinds of mail. The records' types make them
 * complete, so that the compiler rejects a missing kind.
 */

/** A project's tabs in both sides' order. The address has one as `?tab=`. */
export const PROJECT_TABS = [
  'overview',
  'contract',
  'milestones',
  'feedback',
  'files',
  'invoices',
  'activity',
] as const;
export type ProjectTabName = (typeof PROJECT_TABS)[number];

/**
 * What an event can change: a tab's content; the project as a whole, on every screen; its stage; what waits for
 * clients; the number of unread messages; the studio's list of accepted contracts; the people on the client's side; what they are asked to bring.
 */
export type ChangedPart =
  | ProjectTabName
  | 'project'
  | 'stage'
  | 'waiting'
  | 'unread'
  | 'acceptances'
  | 'people'
  | 'requests';

/** A part of a project that the audit names: the parameter of paths that has its id, the tab that shows it, and what it's called. */
interface AuditedPart {
  param: string;
  tab: ProjectTabName;
  noun: `${'a' | 'an'} ${string}`;
}

/** What an admin's action can be about within a project. */
export const AUDITED_ITEMS = {
  milestone: { param: 'milestoneId', tab: 'milestones', noun: 'a milestone' },
  file: { param: 'fileId', tab: 'files', noun: 'a file' },
  invoice: { param: 'invoiceId', tab: 'invoices', noun: 'an invoice' },
  changeOrder: { param: 'changeOrderId', tab: 'contract', noun: 'a change order' },
  payment: { param: 'paymentId', tab: 'invoices', noun: 'a payment' },
  plannedPayment: { param: 'plannedId', tab: 'invoices', noun: 'a planned payment' },
  // Where no path names a message, the handler does.
  message: { param: 'messageId', tab: 'feedback', noun: 'a message' },
  person: { param: 'personId', tab: 'overview', noun: 'a person' },
  invitation: { param: 'invitationId', tab: 'overview', noun: 'an invitation' },
  request: { param: 'requestId', tab: 'overview', noun: 'a request' },
} as const satisfies Record<string, AuditedPart>;
export type AuditedItemKind = keyof typeof AUDITED_ITEMS;

/** An item in a sentence: the invoice “A-7”, or an invoice where its title isn't known. */
export function auditedItemWords(kind: AuditedItemKind, title: string | null): string {
  const { noun } = AUDITED_ITEMS[kind];
  return title ? `${noun.replace(/^an? /, 'the ')} “${title}”` : noun;
}

/**
 * Every kind of project event, with its details. Each change to a project records one in the same
 * transaction. The server has a record over these kinds too: their metrics and mails (`EVENT_RULES`).
 */
export interface ProjectEvents
  extends ProjectOwnEvents,
    ContractEvents,
    ChangeOrderEvents,
    MilestoneEvents,
    InvoiceEvents,
    PaymentEvents,
    MessageEvents,
    FileEvents,
    PeopleEvents,
    RequestEvents {}

export type ProjectEventKind = keyof ProjectEvents;

/** In the order of the API's kinds. */
export const PROJECT_EVENTS: Record<ProjectEventKind, EventDefinition<ChangedPart>> = {
  ...projectEvents,
  ...contractEvents,
  ...changeOrderEvents,
  ...milestoneEvents,
  ...invoiceEvents,
  ...paymentEvents,
  ...messageEvents,
  ...fileEvents,
  ...peopleEvents,
  ...requestEvents,
};

export const PROJECT_EVENT_KINDS = Object.keys(PROJECT_EVENTS) as ProjectEventKind[];

/**
 * Kinds of mails that users can turn off, in the order of the settings. Those always sent are not among
 * them: a client's copy of the accepted contract and of the submitted brief, the studio's enquiries, and
 * account mails.
 */
const notifications = {
  ...messageNotifications,
  ...milestoneNotifications,
  ...contractNotifications,
  ...changeOrderNotifications,
  ...invoiceNotifications,
  ...paymentNotifications,
  ...fileNotifications,
  ...projectNotifications,
  ...peopleNotifications,
  ...requestNotifications,
  ...reminderNotifications,
};

export type NotificationKind = keyof typeof notifications;

export const NOTIFICATIONS: Record<NotificationKind, NotificationWords> = notifications;

export const NOTIFICATION_KINDS = Object.keys(notifications) as NotificationKind[];
