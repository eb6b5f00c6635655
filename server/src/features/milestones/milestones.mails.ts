import type { milestoneNotifications } from '@atelier/domain/milestones/events.ts';
import {
  type EventMailDefinition,
  excerptOf,
  reasonParagraphs,
  textOf,
} from '../../core/projects/event-mail.ts';

/** The mails about a milestone. */
export const milestoneMails: Record<keyof typeof milestoneNotifications, EventMailDefinition> = {
  milestone_review: {
    timing: 'after-undo',
    compose: ({ project, studioName, events: [{ subject, detail }] }) => {
      const isAgain = detail.from === 'approved';
      const heading = `“${subject.title}” is ${isAgain ? 'open for review again' : 'ready for your review'}`;
      const news = isAgain
        ? `${studioName} would like you to take another look at this milestone of ${project}.`
        : `${studioName} finished this milestone of ${project}.`;
      return {
        subject: heading,
        preview: `${project}: take a look, then approve it or say what should change.`,
        heading,
        paragraphs: [
          `${news} Take a look, then approve it or say what should change.`,
          ...reasonParagraphs(detail),
        ],
        tab: 'milestones',
        label: 'Review the milestone',
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
        tab: 'milestones',
        label: 'Open the milestones',
      };
    },
  },
  milestone_approved: {
    timing: 'at-once',
    compose: ({ actor, project, events: [{ subject }] }) => ({
      subject: `“${subject.title}” is approved`,
      preview: `${actor} approved it. (${project})`,
      heading: `${actor} approved “${subject.title}”`,
      paragraphs: [`This milestone of ${project} is done. The next one can start.`],
      tab: 'milestones',
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
      tab: 'milestones',
      label: 'Open the milestones',
    }),
  },
};
