import type { EventDefinitions, NoDetail, NotificationWords } from '../event-definition.ts';

/** Each message event's details; its subject's title is the beginning of the message. */
export interface MessageEvents {
  message_sent: NoDetail;
}

export const messageEvents = {
  message_sent: { changes: ['feedback', 'unread'], deed: () => 'wrote a message' },
} as const satisfies EventDefinitions<MessageEvents>;

export const messageNotifications = {
  message: { about: 'new messages', client: 'New messages', studio: 'New messages from clients' },
} as const satisfies Record<string, NotificationWords>;
