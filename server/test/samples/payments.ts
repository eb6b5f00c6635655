import * as checkouts from '../../src/features/payments/card-checkouts.repository.ts';
import * as figures from '../../src/features/payments/payment-figures.repository.ts';
import * as payments from '../../src/features/payments/payments.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { makeInvoice } from './invoices.ts';
import { callsOf, type NounSamples, newRow, type ProjectSubject } from './noun-samples.ts';
import {
  id,
  isWaiting,
  MANY,
  partedProject,
  sampleProject as project,
  type SeedRows,
  time,
} from './values.ts';

const rows = {
  payments: [
    MANY,
    (n) => ({
      id: id('9', n),
      project_id: id('b', partedProject(n)),
      invoice_id: id('6', n),
      kind: n % 20 === 0 ? 'refund' : 'payment',
      amount: 9_580,
      fee: 0,
      method: 'transfer',
      reference: '',
      note: '',
      moved_on: time(n * 30).slice(0, 10),
      source_key: `hand ${id('9', n)}`,
      refunds_id: null,
      is_provided: 0,
      removed_at: null,
      created_at: time(n),
    }),
  ],
  card_checkouts: [
    MANY,
    (n) => ({
      id: id('f', n),
      project_id: id('b', partedProject(n)),
      invoice_id: id('6', n),
      amount: 9_580,
      status: isWaiting(n) ? 'open' : 'paid',
      session_id: `cs_${n}`,
      url: `https://pay.example/${n}`,
      intent_id: `pi_${n}`,
      order_json: '{}',
      expires_at: time(n + 1_380),
      created_at: time(n),
    }),
  ],
  card_events: [
    MANY,
    (n) => ({ id: `evt_${n}`, type: 'checkout.session.completed', happened_at: time(n), seen_at: time(n) }),
  ],
} satisfies Partial<SeedRows>;

/** A payment of an invoice, recorded by hand. */
export async function makePayment(
  db: Db,
  { projectId, invoiceId, amount }: { projectId: string; invoiceId: string; amount: number },
): Promise<string> {
  const paymentId = newId();
  const own = {
    id: paymentId,
    project_id: projectId,
    invoice_id: invoiceId,
    source_key: `hand ${paymentId}`,
  };
  await db
    .insertInto('payments')
    .values({ ...newRow(rows.payments), ...own, amount })
    .execute();
  return paymentId;
}

/** A sent invoice that a dollar more was paid for than was due. */
export async function makeOverpaid(
  db: Db,
  { projectId, accountId }: { projectId: string; accountId: string },
): Promise<string> {
  const invoiceId = await makeInvoice(db, { projectId, accountId, status: 'sent' });
  const { total } = await db
    .selectFrom('invoices')
    .select('total')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  const paid = total + 100;
  await makePayment(db, { projectId, invoiceId, amount: paid });
  await db.updateTable('invoices').set({ paid, open: 0 }).where('id', '=', invoiceId).execute();
  return invoiceId;
}

interface PaymentSubject extends ProjectSubject {
  /** One that was sent. */
  invoiceId: string;
  /** A payment of a part of it. */
  paymentId: string;
  /** One that more was paid for than was due. */
  creditInvoiceId: string;
}

/** Samples of payments. */
export const paymentSamples = {
  rows,
  calls: {
    listPayments: ({ projectId }) => ({ params: { id: projectId } }),
    startCardPayment: ({ projectId, invoiceId }) => ({ params: { id: projectId, invoiceId } }),
    checkCardPayment: ({ projectId, invoiceId }) => ({ params: { id: projectId, invoiceId } }),
    receiveCardEvent: () => ({ body: { id: 'evt_1' } }),
    listPaymentsAsStudio: ({ projectId }) => ({ params: { id: projectId } }),
    recordPayment: ({ projectId, invoiceId }) => ({
      params: { id: projectId, invoiceId },
      body: { amount: 4_000, on: '2026-03-02', reference: 'From Acme' },
    }),
    payWithCredit: ({ projectId, invoiceId, creditInvoiceId }) => ({
      params: { id: projectId, invoiceId },
      body: { from: creditInvoiceId, amount: 1 },
    }),
    refundPayment: ({ projectId, paymentId }) => ({
      params: { id: projectId, paymentId },
      body: { amount: 50, on: '2026-03-02', note: 'Too much.' },
    }),
    removePayment: ({ projectId, paymentId }) => ({
      params: { id: projectId, paymentId },
      body: { note: 'Another client’s.' },
    }),
  },
  queries: [
    ...callsOf('payments', payments, {
      listPayments: [[project, 20]],
      listPaymentsFor: [[id('6', 7)]],
      findPayment: [[project, id('9', 7)]],
      findPaymentBySource: [[`hand ${id('9', 7)}`]],
      insertPayment: [[newRow(rows.payments)]],
      updatePaymentFee: [[id('9', 7), 59]],
      markPaymentRemoved: [[id('9', 7), { now: time(1), note: '' }]],
    }),
    ...callsOf('payment-figures', figures, { sumPaidByMonth: [['2026-03-01']] }),
    ...callsOf('card-checkouts', checkouts, {
      insertCheckout: [[{ ...newRow(rows.card_checkouts), session_id: null }]],
      listLiveCheckouts: [[id('6', 200)]],
      listCheckoutsBefore: [['open', { before: time(2_000), limit: 20 }]],
      listOutdatedCheckouts: [[20]],
      findCheckout: [[id('f', 7)]],
      findCheckoutBySession: [['cs_7']],
      findCheckoutByIntent: [['pi_7']],
      updateCheckout: [[id('f', 7), { status: 'ended' }]],
      hasCardEvent: [['evt_7']],
      insertCardEvent: [[newRow(rows.card_events)]],
      findLastEventTime: [[]],
      deleteCardEvents: [[time(5)]],
    }),
  ],
} satisfies NounSamples<PaymentSubject>;
