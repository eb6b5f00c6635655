import type { MessageEvents } from '@atelier/domain/messages/events.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { type EventRules, mailOtherSide } from '../../core/projects/project-event.ts';
import { mapEach } from '../../platform/db/read-in-pages.ts';
import { addMessageRoutes } from './client.routes.ts';
import { presentMessage } from './messages.presenter.ts';
import { type MessagesDeps, MessagesService } from './messages.service.ts';
import { addStudioMessageRoutes } from './studio.routes.ts';

export const messageTables = {
  messages: { exportedAs: 'messages' },
  message_reads: { notExported: 'How far an account has read, which the messages show.' },
  unanswered_threads: { notExported: 'The studio’s own list of what to answer, made from the messages.' },
} as const satisfies FeatureTables;

export const messageEventRules: EventRules<MessageEvents> = {
  message_sent: { metrics: 'none', mails: mailOtherSide('message') },
};

/** Messages between a project's client and the studio. */
export function createMessages(ports: MessagesDeps) {
  const messages = new MessagesService(ports);
  const feature: Feature = {
    addRoutes(app) {
      addMessageRoutes(app, messages);
      addStudioMessageRoutes(app, { messages, db: ports.db });
    },
    personalData: [
      {
        name: 'messages',
        read: ({ projectIds }) =>
          mapEach(messages.readAll(projectIds), (message) => presentMessage(message, 'client')),
      },
    ],
  };
  return { service: messages, feature };
}
