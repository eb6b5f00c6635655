import { dateInWords } from '@atelier/content/brief-summary.ts';
import type { invoiceNotifications } from '@atelier/domain/invoices/events.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { onlyPlace } from '@atelier/domain/projects/places.ts';
import { type EventMailDefinition, type MailedEvent, textOf } from '../../core/projects/event-mail.ts';

/** The mails about invoices. Each but the studio's own is sent always: it has the document. */
export const invoiceMails: Record<keyof typeof invoiceNotifications, EventMailDefinition> = {
  invoice_sent: {
    timing: 'at-once',
    compose: ({ project, studioName, hasAttachment, events: [{ subject, detail }] }) => {
      const number = textOf(detail.number);
      return {
        subject: `Invoice ${number} for ${project}`,
        preview: `${amountOf(detail)}, due ${dayOf(detail)}.`,
        heading: `Invoice ${number}`,
        paragraphs: [
          `${studioName} sent you an invoice for ${project}. ${hasAttachment ? 'It’s attached as a PDF.' : 'The PDF is in the portal.'} How to pay it is on the invoice and in the portal.`,
        ],
        facts: [
          ['For', subject.title],
          ['Amount', amountOf(detail)],
          ['Due', dayOf(detail)],
        ],
        at: { what: 'invoice', id: subject.id },
        label: 'Open the invoice',
      };
    },
  },
  invoice_voided: {
    timing: 'at-once',
    compose: ({ project, studioName, events: [{ subject, detail }] }) => ({
      subject: `Invoice ${textOf(detail.number)} is void`,
      preview: 'You don’t need to pay it.',
      heading: `Invoice ${textOf(detail.number)} is void`,
      paragraphs: [
        `${studioName} voided an invoice for ${project}. You don’t need to pay it.`,
        ...(textOf(detail.reason) ? [textOf(detail.reason)] : []),
      ],
      at: { what: 'invoice', id: subject.id },
      label: 'Open the invoice',
    }),
  },
  invoice_credited: {
    timing: 'at-once',
    compose: ({ project, studioName, hasAttachment, events: [{ detail }] }) => ({
      subject: `Credit note ${textOf(detail.number)} for invoice ${textOf(detail.credited)}`,
      preview: `${amountOf(detail)} less to pay.`,
      heading: `Credit note ${textOf(detail.number)}`,
      paragraphs: [
        `${studioName} sent you a credit note for ${project}. It takes ${amountOf(detail)} off invoice ${textOf(detail.credited)}.${hasAttachment ? ' It’s attached as a PDF.' : ''}`,
        ...(textOf(detail.reason) ? [textOf(detail.reason)] : []),
      ],
      at: { what: 'invoices' },
      label: 'Open your invoices',
    }),
  },
  invoice_due: {
    timing: 'gathered-after-first',
    compose: ({ project, events }) => {
      const many = events.length > 1;
      const waits = events.some(({ detail }) => detail.sendsItself !== 1);
      const next = waits ? 'Look at it, then send it.' : 'It’s sent within a minute.';
      return {
        subject: many
          ? `${events.length} invoices for ${project} are ready`
          : `An invoice for ${project} is ready`,
        preview: next,
        heading: many ? 'Invoices are due' : 'An invoice is due',
        paragraphs: [
          `What was agreed for ${project} is due. ${waits ? 'The draft waits for you: look at it, then send it.' : 'It’s sent to your client within a minute, as you chose for this project.'}`,
        ],
        facts: events.map(({ subject, detail }) => [subject.title, amountOf(detail)] as const),
        at: onlyPlace(
          'invoice',
          events.map((event) => event.subject),
          'invoices',
        ),
        label: many ? 'Open the invoices' : 'Open the invoice',
      };
    },
  },
};

const centsOf = (cents: unknown) => (typeof cents === 'number' ? formatCents(cents) : '');
const amountOf = ({ total }: MailedEvent['detail']) => centsOf(total);
const dayOf = ({ dueOn }: MailedEvent['detail']) =>
  textOf(dueOn) ? dateInWords(textOf(dueOn)) : 'on receipt';
