import type { milestoneNotifications } from '@atelier/domain/milestones/events.ts';
import {
  type EventMailDefinition,
  excerptOf,
  type MailedEvent,
  reasonParagraphs,
  textOf,
} from '../../core/projects/event-mail.ts';

/** What a move to review shows: "a link and 2 files"; empty without a preview. */
function previewWords({ previewLink, previewFiles }: MailedEvent['detail']): string {
  const files = typeof previewFiles === 'number' ? previewFiles : 0;
  return [
    ...(textOf(previewLink) ? ['a link'] : []),
    ...(files > 0 ? [files === 1 ? 'a file' : `${files} files`] : []),
  ].join(' and ');
}

/** The mails about a milestone. */
export const milestoneMails: Record<keyof typeof milestoneNotifications, EventMailDefinition> = {
  milestone_review: {
    timing: 'after-undo',
    decides: 'review',
    compose: ({ project, studioName, events: [{ subject, detail }], decisionLinks }) => {
      const isAgain = detail.from === 'approved';
      const heading = `“${subject.title}” is ${isAgain ? 'open for review again' : 'ready for your review'}`;
      const news = isAgain
        ? `${studioName} would like you to take another look at this milestone of ${project}.`
        : `${studioName} finished this milestone of ${project}.`;
      const link = textOf(detail.previewLink);
      const shown = previewWords(detail);
      return {
        subject: heading,
        preview: shown
          ? `${project}: ${shown} to look at, then approve it or say what should change.`
          : `${project}: take a look, then approve it or say what should change.`,
        heading,
        paragraphs: [
          `${news} ${shown && `There’s a preview: ${shown}. `}Take a look, then approve it or say what should change.`,
          ...reasonParagraphs(detail),
        ],
        ...(link && { facts: [['Preview', link]] }),
        at: { what: 'milestone', id: subject.id },
        alternative: decisionLinks.get(subject.id),
        label: shown ? 'Open the preview' : 'Review the milestone',
      };
    },
  },
  milestone_stopped: {
    timing: 'after-undo',
    compose: ({ project, studioName, events: [{ subject, detail }] }) => {
      const isCancelled = detail.to === 'cancelled';
      const heading = `“${subject.title}” is ${isCancelled ? 'cancelled' : 'blocked'}`;
      const news = isCancelled
        ? `${studioName} cancelled this milestone of ${project}.`
        : `${studioName} can’t continue with this milestone of ${project} for now.`;
      return {
        subject: heading,
        preview: excerptOf(textOf(detail.reason) || news),
        heading,
        paragraphs: [news, ...reasonParagraphs(detail)],
        at: { what: 'milestone', id: subject.id },
        label: 'Open the milestones',
      };
    },
  },
  milestone_approved: {
    timing: 'at-once',
    compose: ({ actor, project, events: [{ subject, detail }] }) => ({
      subject: `“${subject.title}” is approved`,
      preview: excerptOf(textOf(detail.reason) || `${actor} approved it. (${project})`),
      heading: `${actor} approved “${subject.title}”`,
      paragraphs: [
        `This milestone of ${project} is done. The next one can start.`,
        ...reasonParagraphs(detail),
      ],
      at: { what: 'milestone', id: subject.id },
      label: 'Open the milestones',
    }),
  },
  milestone_changes: {
    timing: 'at-once',
    compose: ({ actor, project, events: [{ subject, detail }] }) => ({
      subject: `“${subject.title}” needs changes`,
      preview: excerptOf(textOf(detail.reason) || `${actor} asked for changes. (${project})`),
      heading: `${actor} asked for changes to “${subject.title}”`,
      paragraphs: [textOf(detail.reason) || 'No reason given: ask in the conversation.'],
      facts: [['Project', project]],
      at: { what: 'milestone', id: subject.id },
      label: 'Open the milestones',
    }),
  },
};
