import type { changeOrderNotifications } from '@atelier/domain/change-orders/events.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { truncate } from '@atelier/domain/text.ts';
import {
  type EventMailDefinition,
  MAX_MAILED_TEXT,
  type MailedEvent,
  textOf,
} from '../../core/projects/event-mail.ts';

/** The mails about change orders. */
export const changeOrderMails: Record<keyof typeof changeOrderNotifications, EventMailDefinition> = {
  change_order_sent: {
    timing: 'at-once',
    compose: ({ project, studioName, events: [{ subject, detail }] }) => ({
      subject: `A change to the contract for ${project}`,
      preview: 'Read it, then accept it or decline it.',
      heading: `Change order ${detail.number ?? ''}: ${subject.title}`,
      paragraphs: [
        `${studioName} sent you a change to the contract for ${project}. Read it, then accept it or decline it. Until you do, the contract stays as it is.`,
      ],
      facts: totalFacts(detail),
      at: { what: 'change_order', id: subject.id },
      label: 'Read the change order',
    }),
  },
  change_order_accepted: {
    timing: 'at-once',
    compose: ({ side, isActor, actor, project, hasAttachment, events: [{ subject, detail, createdAt }] }) => {
      const heading = isActor ? 'You accepted a change order' : `${actor} accepted a change order`;
      return {
        subject: `${heading}: ${subject.title}`,
        preview: side === 'client' ? 'Your copy, for your records.' : project,
        heading,
        paragraphs: [
          `This is the record of what you agreed for ${project}. ${hasAttachment ? 'The document is attached.' : 'The document is in the portal.'} Keep this email.`,
        ],
        facts: [
          ...totalFacts(detail),
          ['Accepted by', textOf(detail.name)],
          ['Accepted at', `${createdAt.slice(0, 16).replace('T', ' ')} UTC`],
          ['SHA-256 of the document', textOf(detail.hash)],
        ],
        at: { what: 'change_order', id: subject.id },
        label: 'Open the contract',
      };
    },
  },
  change_order_declined: {
    timing: 'at-once',
    compose: ({ actor, project, events: [{ subject, detail }] }) => ({
      subject: `${actor} declined a change order: ${subject.title}`,
      preview: project,
      heading: `${actor} declined change order ${detail.number ?? ''}`,
      paragraphs: textOf(detail.reason)
        ? [truncate(textOf(detail.reason), MAX_MAILED_TEXT)]
        : ['They gave no reason.'],
      facts: [['Project', project]],
      at: { what: 'change_order', id: subject.id },
      label: 'Open the contract',
    }),
  },
};

const totalFacts = ({ total }: MailedEvent['detail']) =>
  typeof total === 'number' ? [['Price', formatUsd(total)] as const] : [];
