import type { fileNotifications } from '@atelier/domain/files/events.ts';
import { formatKilobytes } from '@atelier/domain/files/rules.ts';
import {
  type EventMailDefinition,
  MAX_MAILED_ITEMS,
  moreParagraphs,
} from '../../core/projects/event-mail.ts';

/** The mail about new files. */
export const fileMails: Record<keyof typeof fileNotifications, EventMailDefinition> = {
  file: {
    timing: 'gathered',
    compose: ({ actor, project, events }) => ({
      subject:
        events.length === 1
          ? `New file for ${project}: ${events[0].subject.title}`
          : `${events.length} new files for ${project}`,
      preview: events.map(({ subject }) => subject.title).join(', '),
      heading: events.length === 1 ? `${actor} sent a file` : `${actor} sent ${events.length} files`,
      paragraphs: moreParagraphs(events.length, 'file'),
      facts: events
        .slice(0, MAX_MAILED_ITEMS)
        .map(({ subject, detail }) => [
          subject.title,
          typeof detail.size === 'number' ? formatKilobytes(detail.size) : '',
        ]),
      tab: 'files',
      label: 'Open the files',
    }),
  },
};
