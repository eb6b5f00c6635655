import { formatCents } from '@atelier/domain/money/rules.ts';
import type { paymentNotifications } from '@atelier/domain/payments/events.ts';
import { type EventMailDefinition, textOf } from '../../core/projects/event-mail.ts';

/** The mails about payments. */
export const paymentMails: Record<keyof typeof paymentNotifications, EventMailDefinition> = {
  payment_received: {
    timing: 'at-once',
    compose: ({ side, project, events: [{ detail }] }) => {
      const amount = centsOf(detail.amount);
      const number = textOf(detail.number);
      return {
        subject: `${amount} for invoice ${number} arrived`,
        preview: detail.open === 0 ? 'The invoice is paid.' : `${centsOf(detail.open)} is left to pay.`,
        heading: side === 'client' ? 'Your payment arrived' : `A payment arrived`,
        paragraphs: [
          side === 'client'
            ? `Thank you: ${amount} arrived for invoice ${number}. ${detail.open === 0 ? 'It’s paid.' : `${centsOf(detail.open)} is left to pay.`}`
            : `${amount} arrived for invoice ${number} of ${project}.`,
          ...(typeof detail.credit === 'number' && detail.credit > 0
            ? [`${formatCents(detail.credit)} is more than the invoice asked for. It’s kept as a credit.`]
            : []),
        ],
        facts: [['Project', project]],
        at: { what: 'invoices' },
        label: side === 'client' ? 'Open your invoices' : 'Open the invoices',
      };
    },
  },
  payment_refunded: {
    timing: 'at-once',
    compose: ({ side, project, studioName, events: [{ detail }] }) => {
      const amount = centsOf(detail.amount);
      const number = textOf(detail.number);
      return {
        subject: `${amount} of invoice ${number} was paid back`,
        preview: project,
        heading: side === 'client' ? `${studioName} paid you back` : 'A payment was paid back',
        paragraphs: [
          `${amount} of what was paid for invoice ${number} was paid back${detail.method === 'card' ? ' to the card. It can take some days to arrive' : ''}.`,
        ],
        facts: [['Project', project]],
        at: { what: 'invoices' },
        label: side === 'client' ? 'Open your invoices' : 'Open the invoices',
      };
    },
  },
  payment_disputed: {
    timing: 'at-once',
    compose: ({ project, events: [{ detail }] }) => ({
      subject: `A card payment for invoice ${textOf(detail.number)} was disputed`,
      preview: 'Answer in the card provider’s dashboard before its deadline.',
      heading: 'A card payment was disputed',
      paragraphs: [
        `The bank of the card’s owner took back ${centsOf(detail.amount)} of what was paid for invoice ${textOf(detail.number)}. Answer in the card provider’s dashboard before its deadline, with the contract and the invoice.`,
        'Until it’s decided, it counts as paid back: the invoice is open again. Talk to your client before a reminder does.',
      ],
      facts: [['Project', project]],
      at: { what: 'invoices' },
      label: 'Open the invoices',
    }),
  },
  payment_returned: {
    timing: 'at-once',
    compose: ({ project, events: [{ detail }] }) => ({
      subject: `${centsOf(detail.amount)} of invoice ${textOf(detail.number)} is with you again`,
      preview: 'A refund failed, or a dispute was won.',
      heading: 'What was paid back came back',
      paragraphs: [
        `A refund failed, or a dispute was decided for you: ${centsOf(detail.amount)} of invoice ${textOf(detail.number)} counts as paid again. If it was a refund, pay your client in another way.`,
      ],
      facts: [['Project', project]],
      at: { what: 'invoices' },
      label: 'Open the invoices',
    }),
  },
  payment_mismatched: {
    timing: 'at-once',
    compose: ({ project, events: [{ detail }] }) => ({
      subject: `A card payment for invoice ${textOf(detail.number)} needs a look`,
      preview: 'It isn’t what was asked for, so it wasn’t counted.',
      heading: 'A card payment needs a look',
      paragraphs: [
        `The card provider collected something else for invoice ${textOf(detail.number)} than it was asked for. It wasn’t counted: look at it there, then record it or pay it back.`,
      ],
      facts: [
        ['Project', project],
        ['Asked for', centsOf(detail.asked)],
        ['Collected', `${centsOf(detail.collected)} (${textOf(detail.currency).toUpperCase()})`],
      ],
      at: { what: 'invoices' },
      label: 'Open the invoices',
    }),
  },
};

const centsOf = (amount: unknown) => formatCents(typeof amount === 'number' ? amount : 0);
