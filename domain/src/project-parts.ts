import { type ContractEvents, contractEvents, contractNotifications } from './contracts/events.ts';
import type { EventDefinition, NotificationWords } from './event-definition.ts';
import { type FileEvents, fileEvents, fileNotifications } from './files/events.ts';
import { type MessageEvents, messageEvents, messageNotifications } from './messages/events.ts';
import { type MilestoneEvents, milestoneEvents, milestoneNotifications } from './milestones/events.ts';
import { type ProjectOwnEvents, projectEvents, projectNotifications } from './projects/events.ts';

/*
 * What the nouns of a project bring to it, put together: tabs, events and kinds of mail. The records are complete by their
 * types, so that the compiler refuses a kind that is left out.
 */

/** The views of a project, in the order that both sides see them in. The address has one as `?tab=`. */
export const PROJECT_TABS = ['overview', 'contract', 'milestones', 'feedback', 'files', 'activity'] as const;
export type ProjectTabName = (typeof PROJECT_TABS)[number];

/**
 * What an event can change: what a tab shows; the project as a whole, on every screen; what waits for clients; how many
 * messages are unread; the studio's list of accepted contracts.
 */
export type ChangedPart = ProjectTabName | 'project' | 'waiting' | 'unread' | 'acceptances';

/**
 * Every kind of event that a project has, with what it carries. Each change to a project records one in the same
 * transaction. The server has a record over these kinds too: their metrics and mails (`EVENT_RULES`).
 */
export interface ProjectEvents
  extends ProjectOwnEvents,
    ContractEvents,
    MilestoneEvents,
    MessageEvents,
    FileEvents {}

export type ProjectEventKind = keyof ProjectEvents;

/** In the order in which the API names the kinds. */
export const PROJECT_EVENTS: Record<ProjectEventKind, EventDefinition<ChangedPart>> = {
  ...projectEvents,
  ...contractEvents,
  ...milestoneEvents,
  ...messageEvents,
  ...fileEvents,
};

export const PROJECT_EVENT_KINDS = Object.keys(PROJECT_EVENTS) as ProjectEventKind[];

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
