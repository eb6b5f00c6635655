import type { NotificationWords } from '../event-definition.ts';
import type { ReminderKind } from './rules.ts';

/** The reminders that clients can turn off. Those of contracts, change orders and invoices end only with these. */
export const reminderNotifications = {
  review_reminder: {
    about: 'milestones that wait for your review',
    client: 'Reminders: a milestone waits for your review',
    isForDeciders: true,
  },
  request_reminder: {
    about: 'what you’re asked to bring',
    client: 'Reminders: something you’re asked to bring',
    isForDeciders: true,
  },
  message_reminder: {
    about: 'messages you haven’t read',
    client: 'Reminders: a message you haven’t read',
    isForDeciders: true,
  },
  draft_reminder: {
    about: 'a brief you haven’t finished',
    client: 'Reminders: a brief you haven’t finished',
  },
} as const satisfies Record<string, NotificationWords>;

export type ReminderNotificationKind = keyof typeof reminderNotifications;

/** The choice that a kind of reminder follows; null for those that are always sent. */
export const REMINDER_CHOICES: Record<ReminderKind, ReminderNotificationKind | null> = {
  contract: null,
  change_order: null,
  review: 'review_reminder',
  request: 'request_reminder',
  undated_request: 'request_reminder',
  message: 'message_reminder',
  draft: 'draft_reminder',
  invoice: null,
};
