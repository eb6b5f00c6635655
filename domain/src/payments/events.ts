import { type EventDefinitions, type NotificationWords, numberIn } from '../event-definition.ts';
import { formatCents } from '../money/rules.ts';

/** Each payment event's details: the invoice's number, amounts in cents, and how it was paid. */
export interface PaymentEvents {
  payment_received: { number: string; amount: number; open: number; credit: number; method: string };
  payment_refunded: { number: string; amount: number; method: string };
  /** The bank of a card's owner took a payment back. */
  payment_disputed: { number: string; amount: number; method: string };
  /** What was paid back didn't go after all: a refund that failed, or a dispute that was won. */
  payment_returned: { number: string; amount: number };
  payment_removed: { number: string; amount: number };
  /** The card provider collected something else than it was asked for. */
  payment_mismatched: { number: string; asked: number; collected: number; currency: string };
}

const changes = ['invoices', 'contract', 'milestones', 'waiting'] as const;
const amountIn = (detail: Parameters<typeof numberIn>[0]) => formatCents(numberIn(detail, 'amount') ?? 0);

export const paymentEvents = {
  payment_received: {
    changes,
    deed: ({ detail }) => `received ${amountIn(detail)} for invoice ${detail.number ?? ''}`,
  },
  payment_refunded: {
    changes,
    deed: ({ detail }) => `paid back ${amountIn(detail)} of invoice ${detail.number ?? ''}`,
  },
  payment_disputed: {
    changes,
    deed: ({ detail }) => `had ${amountIn(detail)} of invoice ${detail.number ?? ''} taken back by a bank`,
  },
  payment_returned: {
    changes,
    deed: ({ detail }) => `has ${amountIn(detail)} of invoice ${detail.number ?? ''} again`,
  },
  payment_removed: {
    changes,
    deed: ({ detail }) => `removed a payment of ${amountIn(detail)} from invoice ${detail.number ?? ''}`,
  },
  payment_mismatched: {
    changes,
    deed: ({ detail }) =>
      `did not count a card payment for invoice ${detail.number ?? ''}, which isn’t what was asked for`,
  },
} as const satisfies EventDefinitions<PaymentEvents>;

export const paymentNotifications = {
  payment_received: {
    about: 'payments',
    client: 'A payment of yours has arrived',
    studio: 'A client paid by card',
    isForDeciders: true,
  },
  payment_refunded: {
    about: 'refunds',
    client: 'Something was paid back to you',
    studio: 'A card payment was refunded',
    isForDeciders: true,
  },
  payment_disputed: { about: 'disputed card payments', studio: 'A card payment was disputed' },
  payment_returned: { about: 'refunds that failed', studio: 'A refund failed, or a dispute was won' },
  payment_mismatched: {
    about: 'card payments that need a look',
    studio: 'A card payment isn’t what was asked for',
  },
} as const satisfies Record<string, NotificationWords>;
