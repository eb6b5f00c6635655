import type { fileNotifications } from '@atelier/domain/files/events.ts';
import { formatKilobytes } from '@atelier/domain/files/rules.ts';
import {
  type EventMailDefinition,
  MAX_MAILED_ITEMS,
  type MailedEvent,
  moreParagraphs,
} from '../../core/projects/event-mail.ts';

/** The mails about new files, about comments on them, and about approved ones. */
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
      at: { what: 'files' },
      label: 'Open the files',
    }),
  },
  file_comment: {
    timing: 'gathered',
    compose: ({ actor, project, events }) => {
      const files = countByTitle(events);
      const comments = commentsOf(events.length);
      const [only] = files.length === 1 ? files : [];
      return {
        subject: `${comments === '1 comment' ? 'New comment' : `${events.length} new comments`} on ${only ? only[0] : `the files of ${project}`}`,
        preview: files.map(([title]) => title).join(', '),
        heading: `${actor} left ${comments}`,
        paragraphs: moreParagraphs(files.length, 'file'),
        facts: files.slice(0, MAX_MAILED_ITEMS).map(([title, count]) => [title, commentsOf(count)]),
        at: { what: 'files' },
        label: 'Open the files',
      };
    },
  },
  file_approval: {
    timing: 'gathered',
    compose: ({ actor, project, events }) => ({
      subject:
        events.length === 1
          ? `Approved for ${project}: ${events[0].subject.title}`
          : `${events.length} files approved for ${project}`,
      preview: events.map(({ subject }) => subject.title).join(', '),
      heading: `${actor} approved ${events.length === 1 ? 'a file' : `${events.length} files`}`,
      paragraphs: moreParagraphs(events.length, 'file'),
      facts: events
        .slice(0, MAX_MAILED_ITEMS)
        .map(({ subject, detail }) => [
          subject.title,
          typeof detail.version === 'number' ? `Version ${detail.version}` : '',
        ]),
      at: { what: 'files' },
      label: 'Open the files',
    }),
  },
};

const commentsOf = (count: number) => (count === 1 ? '1 comment' : `${count} comments`);

/** How many events each file has, by its name, in the order of their first. */
function countByTitle(events: readonly MailedEvent[]): [title: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { subject } of events) counts.set(subject.title, (counts.get(subject.title) ?? 0) + 1);
  return [...counts];
}
