import {
  type EventDefinitions,
  type NoDetail,
  type NotificationWords,
  numberIn,
  quotedTitle,
} from '../event-definition.ts';
import { formatCents } from '../money/rules.ts';

/** Each invoice event's details: its number, amounts in cents and days such as 2030-01-31. */
export interface InvoiceEvents {
  /** A draft that the plan made due. */
  invoice_due: {
    total: number;
    /** 1 if it is sent within a minute. */
    sendsItself: number;
  };
  invoice_sent: { number: string; total: number; dueOn: string };
  invoice_voided: { number: string; reason: string };
  invoice_credited: { number: string; credited: string; total: number; reason: string };
  /** The client changed whom later invoices are for. */
  billing_saved: NoDetail;
  /** Which step of the reminders it was. */
  invoice_reminded: { number: string; step: string; open: number; dueOn: string };
}

const changes = ['invoices', 'contract', 'milestones', 'waiting'] as const;

export const invoiceEvents = {
  invoice_due: {
    changes,
    deed: (facts) => `made an invoice due: ${quotedTitle(facts)}`,
  },
  invoice_sent: {
    changes,
    deed: ({ detail }) => `sent invoice ${detail.number ?? ''}${amountWords(numberIn(detail, 'total'))}`,
  },
  invoice_voided: { changes, deed: ({ detail }) => `voided invoice ${detail.number ?? ''}` },
  invoice_credited: {
    changes,
    deed: ({ detail }) =>
      `sent credit note ${detail.number ?? ''} for invoice ${detail.credited ?? ''}${amountWords(numberIn(detail, 'total'))}`,
  },
  billing_saved: { changes: ['invoices'], deed: () => 'changed the billing details' },
  invoice_reminded: {
    changes: [],
    deed: ({ detail }) => `sent a reminder of invoice ${detail.number ?? ''}`,
  },
} as const satisfies EventDefinitions<InvoiceEvents>;

const amountWords = (cents: number | undefined) => (cents === undefined ? '' : `, ${formatCents(cents)}`);

export const invoiceNotifications = {
  /** The client always gets it. */
  invoice_sent: { about: 'invoices', isForDeciders: true },
  invoice_voided: { about: 'voided invoices', isForDeciders: true },
  invoice_credited: { about: 'credit notes', isForDeciders: true },
  invoice_due: { about: 'invoices to send', studio: 'An invoice is ready to be sent' },
} as const satisfies Record<string, NotificationWords>;
