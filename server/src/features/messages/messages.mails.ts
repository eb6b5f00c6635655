import type { messageNotifications } from '@atelier/domain/messages/events.ts';
import { truncate } from '@atelier/domain/text.ts';
import {
  type EventMailDefinition,
  excerptOf,
  MAX_MAILED_ITEMS,
  MAX_MAILED_TEXT,
  type MailedMessage,
  moreParagraphs,
} from '../../core/projects/event-mail.ts';

/** The mail about new messages. */
export const messageMails: Record<keyof typeof messageNotifications, EventMailDefinition> = {
  message: {
    timing: 'gathered',
    compose: ({ actor, project, messages, events, canAnswerByMail }) => {
      const count = events.length;
      const subject =
        count === 1 ? `${actor} wrote about ${project}` : `${count} new messages about ${project}`;
      return {
        subject,
        preview: excerptOf(messages[0]?.body ?? events[0].subject.title),
        heading: count === 1 ? `${actor} wrote to you` : `${actor} wrote ${count} messages`,
        paragraphs: [
          ...messages.slice(0, MAX_MAILED_ITEMS).flatMap(paragraphsOf),
          ...moreParagraphs(count, 'message'),
        ],
        at: { what: 'messages' },
        label: 'Reply in the portal',
        footnote: canAnswerByMail ? 'Or just reply to this email. Attachments come along.' : undefined,
      };
    },
  },
};

/** A message's words, and the names of its files. */
function paragraphsOf({ body, fileNames }: MailedMessage): string[] {
  const words = truncate(body, MAX_MAILED_TEXT);
  return fileNames.length > 0 ? [words, `Attached: ${fileNames.join(', ')}`] : [words];
}
