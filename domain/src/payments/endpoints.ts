import { z } from 'zod';
import { CLICK_LIMIT, endpoint, NOTICE_LIMIT } from '../endpoint.ts';
import { idParams, idSchema } from '../ids.ts';
import {
  cardEventBodySchema,
  paymentSchema,
  payWithCreditSchema,
  recordPaymentSchema,
  refundPaymentSchema,
  removePaymentSchema,
  studioPaymentSchema,
} from './schema.ts';

const invoiceParams = z.object({ id: idSchema, invoiceId: idSchema });
const paymentParams = z.object({ id: idSchema, paymentId: idSchema });
const studioReply = z.object({ items: z.array(studioPaymentSchema) });

/** What was paid for a project's invoices, from both sides. */
export const paymentEndpoints = {
  listPayments: endpoint({
    method: 'GET',
    path: '/portal/:id/payments',
    access: 'project',
    summary: 'Payments and refunds of a project’s invoices, newest first.',
    params: idParams,
    reply: z.object({
      items: z.array(paymentSchema),
      /** What can be paid by card, in cents; null where there is no card provider. */
      card: z.object({ least: z.number(), most: z.number() }).nullable(),
    }),
  }),
  startCardPayment: endpoint({
    method: 'POST',
    path: '/portal/:id/invoices/:invoiceId/card-payment',
    access: 'project-client',
    needsRecentSignIn: false,
    clientRole: 'decides',
    projectMayBe: 'archived',
    summary:
      'Gives the address of a page of the card provider’s on which what is left of an invoice is paid.',
    params: invoiceParams,
    reply: z.object({ url: z.string().regex(/^https?:\/\//) }),
    limit: { max: 20, seconds: 600, per: 'account' },
  }),
  checkCardPayment: endpoint({
    method: 'POST',
    path: '/portal/:id/invoices/:invoiceId/card-payment/check',
    access: 'project-client',
    needsRecentSignIn: false,
    clientRole: 'decides',
    projectMayBe: 'archived',
    summary:
      'Asks the card provider what became of an invoice’s payment, for a client who comes back from its page.',
    params: invoiceParams,
    reply: z.object({ state: z.enum(['paid', 'pending', 'none']) }),
    limit: { max: 60, seconds: 600, per: 'account' },
  }),
  receiveCardEvent: endpoint({
    method: 'POST',
    path: '/card-events',
    access: 'public',
    needsRecentSignIn: false,
    isSigned: true,
    summary: 'Where Stripe reports what became of payments, signed. Anything else is refused.',
    body: cardEventBodySchema,
    reply: z.object({ received: z.literal(true) }),
    limit: { max: 600, seconds: 60, per: 'address' },
  }),
  listPaymentsAsStudio: endpoint({
    method: 'GET',
    path: '/admin/portal/:id/payments',
    access: 'admin',
    projectMayBe: 'deleted',
    summary: 'The same with fees, notes and what was removed.',
    params: idParams,
    reply: studioReply,
  }),
  recordPayment: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/invoices/:invoiceId/payments',
    access: 'admin',
    needsRecentSignIn: false,
    projectMayBe: 'deleted',
    summary: 'Records a payment that arrived, whole or in part; what is beyond the invoice becomes a credit.',
    params: invoiceParams,
    body: recordPaymentSchema,
    reply: studioReply,
    limit: NOTICE_LIMIT,
    audit: {
      says: 'added a payment to {item} of {subject}',
      keeps: ['amount', 'method', 'on'],
    },
  }),
  payWithCredit: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/invoices/:invoiceId/pay-with-credit',
    access: 'admin',
    needsRecentSignIn: false,
    projectMayBe: 'deleted',
    summary: 'Pays an invoice with what was paid beyond another one of the same project.',
    params: invoiceParams,
    body: payWithCreditSchema,
    reply: studioReply,
    limit: NOTICE_LIMIT,
    audit: { says: 'moved a credit to {item} of {subject}', keeps: ['amount'] },
  }),
  refundPayment: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/payments/:paymentId/refund',
    access: 'admin',
    needsRecentSignIn: false,
    projectMayBe: 'deleted',
    summary: 'Pays back a payment, whole or in part: a card’s through its provider, any other is recorded.',
    params: paymentParams,
    body: refundPaymentSchema,
    reply: studioReply,
    limit: NOTICE_LIMIT,
    audit: { says: 'added a refund of {item} of {subject}', keeps: ['amount', 'on'] },
  }),
  removePayment: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/payments/:paymentId/remove',
    access: 'admin',
    needsRecentSignIn: false,
    projectMayBe: 'deleted',
    summary: 'Removes a payment or refund that was recorded by mistake. It stays in the books as removed.',
    params: paymentParams,
    body: removePaymentSchema,
    reply: studioReply,
    limit: CLICK_LIMIT,
    audit: { says: 'removed {item} of {subject}' },
  }),
};
