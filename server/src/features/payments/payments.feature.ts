import type { PaymentEvents } from '@atelier/domain/payments/events.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import type { EventRules } from '../../core/projects/project-event.ts';
import { addPaymentRoutes } from './payments.routes.ts';
import { type PaymentsDeps, PaymentsService } from './payments.service.ts';

export const paymentTables = {
  payments: { notExported: 'What was paid of each invoice is with the invoice in the account’s copy.' },
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
  payment_removed: { metrics: 'none', mails: 'none' },
};

/** Payments: recorded by the studio, read by both sides. */
export function createPayments(ports: PaymentsDeps) {
  const payments = new PaymentsService(ports);
  const feature: Feature = {
    addRoutes: (app) => addPaymentRoutes(app, { db: ports.db, payments }),
  };
  return { service: payments, feature };
}
