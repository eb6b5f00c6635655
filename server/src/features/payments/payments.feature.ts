import type { PaymentEvents } from '@atelier/domain/payments/events.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import type { EventRules } from '../../core/projects/project-event.ts';
import { type CardPaymentsDeps, CardPaymentsService } from './card-payments.service.ts';
import { addPaymentRoutes } from './payments.routes.ts';
import { PaymentsService } from './payments.service.ts';

export const paymentTables = {
  payments: { notExported: 'What was paid of each invoice is with the invoice in the account’s copy.' },
  card_checkouts: { notExported: 'What the card provider was asked for; what was paid is with the invoice.' },
  card_events: { notExported: 'Nothing about people.' },
} as const satisfies FeatureTables;

export const paymentEventRules: EventRules<PaymentEvents> = {
  payment_received: {
    metrics: 'none',
    mails: () => [
      { kind: 'payment_received', side: 'client' },
      // What the studio recorded itself is no news to it.
      { kind: 'payment_received', side: 'studio' },
    ],
  },
  payment_refunded: {
    metrics: 'none',
    mails: () => [
      { kind: 'payment_refunded', side: 'client' },
      { kind: 'payment_refunded', side: 'studio' },
    ],
  },
  payment_disputed: { metrics: 'none', mails: () => [{ kind: 'payment_disputed', side: 'studio' }] },
  payment_returned: { metrics: 'none', mails: () => [{ kind: 'payment_returned', side: 'studio' }] },
  payment_removed: { metrics: 'none', mails: 'none' },
  payment_mismatched: { metrics: 'none', mails: () => [{ kind: 'payment_mismatched', side: 'studio' }] },
};

/** Payments: recorded by the studio or reported by the card provider, read by both sides. */
export function createPayments(ports: Omit<CardPaymentsDeps, 'payments'>) {
  const payments = new PaymentsService(ports);
  const cards = new CardPaymentsService({ ...ports, payments });
  const feature: Feature = {
    addRoutes: (app) => addPaymentRoutes(app, { db: ports.db, payments, cards }),
    addJobs(jobs) {
      jobs.add({ name: 'payments.catch-up', everySeconds: 600, run: () => cards.catchUp() });
    },
  };
  return { service: payments, feature };
}
