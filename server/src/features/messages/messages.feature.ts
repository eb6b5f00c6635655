import type { MessageEvents } from '@atelier/domain/messages/events.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { type EventRules, mailOtherSide } from '../../core/projects/project-event.ts';
import { addMessageRoutes, bindAttachments } from './client.routes.ts';
import { type MessageFilesDeps, MessageFilesService } from './message-files.service.ts';
import { presentMessage } from './messages.presenter.ts';
import { listProjectsOfAuthor, type Reader } from './messages.repository.ts';
import { type MessagesDeps, MessagesService } from './messages.service.ts';
import { addStudioMessageRoutes } from './studio.routes.ts';

export const messageTables = {
  messages: { exportedAs: 'messages' },
  message_files: { exportedAs: 'messages' },
  message_reads: { notExported: 'How far an account has read, which the messages show.' },
  unanswered_threads: { notExported: 'The studio’s own list of what to answer, made from the messages.' },
} as const satisfies FeatureTables;

export const messageEventRules: EventRules<MessageEvents> = {
  message_sent: { metrics: 'none', mails: mailOtherSide('message') },
};

export interface MessagesPorts extends Omit<MessagesDeps, 'files'>, MessageFilesDeps {}

/** Messages between a project's client and the studio. */
export function createMessages(ports: MessagesPorts) {
  const { db, clock, storage } = ports;
  const files = new MessageFilesService(ports);
  const messages = new MessagesService({ ...ports, files });
  const presentTo = (reader: Reader) => ({
    reader,
    now: clock.now(),
    sign: (key: string) => storage.signedDownload(key),
  });
  const routes = { messages, files, presentTo };
  const feature: Feature = {
    addRoutes(app) {
      addMessageRoutes(app, routes);
      addStudioMessageRoutes(app, { ...routes, db });
    },
    bindUploads(bind) {
      bindAttachments(bind, routes);
    },
    addJobs(jobs) {
      jobs.add({
        name: 'messages.delete-unsent-files',
        everySeconds: 3_600,
        run: () => files.deleteForgotten(),
      });
    },
    personalData: [
      {
        name: 'messages',
        listProjectIds: (accountId) => listProjectsOfAuthor(db, accountId),
        async *read({ accountId, projectIds, sharedProjectIds }) {
          const presentation = presentTo({ accountId, role: 'client' });
          for await (const message of messages.readAll(projectIds))
            yield presentMessage(message, presentation);
          for await (const message of messages.readAll(sharedProjectIds)) {
            if (message.row.author_id === accountId)
              yield { ...presentMessage(message, presentation), replyTo: null };
          }
        },
      },
    ],
  };
  return { service: messages, files, feature };
}
