import type { Deeds, NoDetail } from '../activity/deed.ts';
import type { NotificationWords } from '../notifications/words.ts';

/** What each event of a message carries; its subject's title is the beginning of the message. */
export interface MessageEvents {
  message_sent: NoDetail;
}

export const messageDeeds: Deeds<MessageEvents> = { message_sent: () => 'wrote a message' };

export const messageNotifications = {
  message: { about: 'new messages', client: 'New messages', studio: 'New messages from clients' },
} as const satisfies Record<string, NotificationWords>;
