import { dateInWords } from '@atelier/content/brief-summary.ts';
import { onlyPlace } from '@atelier/domain/projects/places.ts';
import type { requestNotifications } from '@atelier/domain/requests/events.ts';
import {
  type EventMailDefinition,
  excerptOf,
  MAX_MAILED_ITEMS,
  type MailedEvent,
  moreParagraphs,
  reasonParagraphs,
  textOf,
} from '../../core/projects/event-mail.ts';
import type { MailLink } from '../../platform/mail/layout.ts';

/** The mails about what clients are asked to bring. */
export const requestMails: Record<keyof typeof requestNotifications, EventMailDefinition> = {
  request_sent: {
    timing: 'gathered',
    decides: 'request',
    compose: ({ studioName, project, events, decisionLinks }) => {
      const things = thingsOf(events.length);
      const [first] = decisionLinks.values();
      const isList = events.length > 1 && first !== undefined;
      return {
        subject:
          events.length === 1
            ? `For ${project}, please send: ${events[0].subject.title}`
            : `For ${project}, please send ${things}`,
        preview: events.map(({ subject }) => subject.title).join(', '),
        heading: events.length === 1 ? 'I need something from you' : `I need ${things} from you`,
        paragraphs: [
          `${studioName} needs this for ${project}. The portal says what exactly, and takes your answer: text, files, or just “done”.`,
          'Please never send a password, by email or in the portal.',
          ...moreParagraphs(events.length, 'request'),
        ],
        // With links of their own they are a list.
        ...(isList
          ? {
              items: itemsOf(events, decisionLinks),
              closing: [`About the links without a sign-in: ${first.note}`],
            }
          : {
              facts: events
                .slice(0, MAX_MAILED_ITEMS)
                .map(({ subject, detail }) => [subject.title, dueWords(detail)] as const),
              alternative: decisionLinks.get(events[0].subject.id),
            }),
        at: placeOf(events),
        label: 'Answer in the portal',
      };
    },
  },
  request_asked_again: {
    timing: 'at-once',
    decides: 'request',
    compose: ({ project, events: [event], decisionLinks }) => ({
      alternative: decisionLinks.get(event.subject.id),
      subject: `For ${project}, something is still missing: ${event.subject.title}`,
      preview: excerptOf(textOf(event.detail.reason)),
      heading: `Almost: ${event.subject.title}`,
      paragraphs: [
        'Thank you for what you sent. Something is still missing:',
        ...reasonParagraphs(event.detail),
      ],
      facts: [['Project', project]],
      at: placeOf([event]),
      label: 'Answer in the portal',
    }),
  },
  request_answered: {
    timing: 'gathered',
    compose: ({ actor, project, events }) => ({
      subject:
        events.length === 1
          ? `${actor} answered: ${events[0].subject.title}`
          : `${events.length} answers to your requests for ${project}`,
      preview: events.map(({ subject }) => subject.title).join(', '),
      heading:
        events.length === 1 ? `${actor} answered a request` : `${actor} answered ${events.length} requests`,
      paragraphs: moreParagraphs(events.length, 'answer'),
      facts: events
        .slice(0, MAX_MAILED_ITEMS)
        .map(({ subject, detail }) => [subject.title, answerWords(detail)] as const),
      at: placeOf(events),
      label: 'Look at it',
    }),
  },
};

/** Each request with its place in the portal, and its own link. */
const itemsOf = (events: readonly MailedEvent[], links: ReadonlyMap<string, MailLink>) =>
  events.slice(0, MAX_MAILED_ITEMS).map(({ subject, detail }) => ({
    title: subject.title,
    facts: [['When', dueWords(detail)] as const],
    label: 'Answer in the portal',
    at: { what: 'request' as const, id: subject.id },
    alternative: links.get(subject.id),
  }));

const thingsOf = (count: number) => (count === 1 ? 'one thing' : `${count} things`);

/** The overview, or the request itself if it is only one. */
const placeOf = (events: readonly MailedEvent[]) =>
  onlyPlace(
    'request',
    events.map(({ subject }) => subject),
    'project',
  );

function dueWords({ due }: MailedEvent['detail']): string {
  return textOf(due) ? `by ${dateInWords(textOf(due))}` : 'as soon as you can';
}

/** The beginning of an answer, and how many files came with it. */
function answerWords({ excerpt, files }: MailedEvent['detail']): string {
  const words = excerptOf(textOf(excerpt));
  const count = typeof files === 'number' ? files : 0;
  const filed = count === 0 ? '' : count === 1 ? '1 file' : `${count} files`;
  return [words, filed].filter(Boolean).join(' · ') || 'Done';
}
