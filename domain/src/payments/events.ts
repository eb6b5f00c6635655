import { type EventDefinitions, type NotificationWords, numberIn } from '../event-definition.ts';
import { formatCents } from '../money/rules.ts';

/** Each payment event's details: the invoice's number, amounts in cents, and how it was paid. */
export interface PaymentEvents {
  payment_received: { number: string; amount: number; open: number; credit: number; method: string };
  payment_refunded: { number: string; amount: number; method: string };
  payment_removed: { number: string; amount: number };
}

const changes = ['invoices', 'contract', 'milestones'] as const;
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
  payment_removed: {
    changes,
    deed: ({ detail }) => `removed a payment of ${amountIn(detail)} from invoice ${detail.number ?? ''}`,
  },
} as const satisfies EventDefinitions<PaymentEvents>;

export const paymentNotifications = {
  payment_received: {
    about: 'payments',
    client: 'A payment of yours has arrived',
    studio: 'A client paid by card',
  },
  payment_refunded: {
    about: 'refunds',
    client: 'Something was paid back to you',
    studio: 'A card payment was refunded or disputed',
  },
} as const satisfies Record<string, NotificationWords>;
