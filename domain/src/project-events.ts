import type { Deed } from './activity/deed.ts';
import { type ContractEvents, contractDeeds, contractNotifications } from './contracts/events.ts';
import { type FileEvents, fileDeeds, fileNotifications } from './files/events.ts';
import { type MessageEvents, messageDeeds, messageNotifications } from './messages/events.ts';
import { type MilestoneEvents, milestoneDeeds, milestoneNotifications } from './milestones/events.ts';
import type { NotificationWords } from './notifications/words.ts';
import { type ProjectOwnEvents, projectDeeds, projectNotifications } from './projects/events.ts';

/**
 * Every kind of event that a project has, with what it carries. Each change to a project records one, in the transaction
 * that makes it. A noun's events, deeds and notifications are in its `events.ts`; what else follows from an event (metrics,
 * mails, the queries of open pages) is a record over these kinds, so that the compiler refuses a kind that is left out.
 */
export interface ProjectEvents
  extends ProjectOwnEvents,
    ContractEvents,
    MilestoneEvents,
    MessageEvents,
    FileEvents {}

export type ProjectEventKind = keyof ProjectEvents;

/** The sentence of each kind, in the order in which the API names the kinds. */
export const EVENT_DEEDS: Record<ProjectEventKind, Deed> = {
  ...projectDeeds,
  ...contractDeeds,
  ...milestoneDeeds,
  ...messageDeeds,
  ...fileDeeds,
};

export const PROJECT_EVENT_KINDS = Object.keys(EVENT_DEEDS) as ProjectEventKind[];

/**
 * Kinds of mails that people can turn off, in the order of the settings. What is always sent is not among them: a client's
 * copy of the contract they accepted and of the brief they submitted, the studio's enquiries, and what belongs to an account.
 */
const notifications = {
  ...messageNotifications,
  ...milestoneNotifications,
  ...contractNotifications,
  ...fileNotifications,
  ...projectNotifications,
};

export type NotificationKind = keyof typeof notifications;

export const NOTIFICATIONS: Record<NotificationKind, NotificationWords> = notifications;

export const NOTIFICATION_KINDS = Object.keys(notifications) as NotificationKind[];
