import { api } from '@atelier/domain/api.ts';

/** From which side of a project somebody reads and writes. */
export type FeedbackSide = 'client' | 'studio';

/** The calls of each side. */
export const feedbackCalls = {
  client: {
    list: api.listMessages,
    send: api.sendMessage,
    markRead: api.markMessagesRead,
    countUnread: api.countUnread,
  },
  studio: {
    list: api.listMessagesAsStudio,
    send: api.sendMessageAsStudio,
    markRead: api.markMessagesReadAsStudio,
    countUnread: api.countUnreadAsStudio,
  },
} as const;
