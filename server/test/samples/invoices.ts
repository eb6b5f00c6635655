import { invoiceAmounts } from '@atelier/domain/invoices/amounts.ts';
import * as figures from '../../src/features/invoices/invoice-figures.repository.ts';
import * as invoices from '../../src/features/invoices/invoices.repository.ts';
import * as plan from '../../src/features/invoices/payment-plan.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { callsOf, type NounSamples, newRow, type ProjectSubject } from './noun-samples.ts';
import {
  sampleAccount as account,
  id,
  isWaiting,
  MANY,
  PARTED_PROJECTS,
  partedProject,
  sampleProject as project,
  sampleProjects as projects,
  type SeedRows,
  time,
  words,
} from './values.ts';

/** What the studio writes of an invoice. */
export const sampleInvoice = {
  title: 'Hosting in spring',
  note: 'As agreed by telephone.',
  lines: [
    {
      id: id('1', 7),
      title: 'Hosting',
      detail: 'Three months',
      quantity: 300,
      unitPrice: 2_950,
      taxName: 'Sales tax',
      taxRate: 825,
    },
  ],
  dueOn: null,
  billing: { name: 'Acme', address: '1 Sample Street', taxId: '' },
};
const amounts = invoiceAmounts(sampleInvoice.lines);
const { net, tax, total } = amounts;

const rows = {
  invoices: [
    MANY,
    (n) => ({
      id: id('6', n),
      project_id: id('b', partedProject(n)),
      project_title: `Company ${n}`,
      account_id: id('a', partedProject(n)),
      client: `Company ${n}`,
      kind: 'invoice',
      status: n % 50 === 1 ? 'draft' : 'sent',
      number: n % 50 === 1 ? null : `2026-${String(n).padStart(4, '0')}`,
      source_key: `plan ${id('7', n)}`,
      credits_id: n % 100 === 2 ? id('6', n - 1) : null,
      title: words(n),
      note: '',
      lines: JSON.stringify(sampleInvoice.lines),
      billing: JSON.stringify(sampleInvoice.billing),
      taxes: JSON.stringify(amounts.taxes),
      ...{ net, tax, total },
      paid: isWaiting(n) ? 0 : total,
      credited: 0,
      open: isWaiting(n) ? total : 0,
      issued_on: time(n).slice(0, 10),
      due_on: time(n + 20_000).slice(0, 10),
      paid_on: isWaiting(n) ? null : time(n + 10_000).slice(0, 10),
      days_to_pay: isWaiting(n) ? null : 7,
      reason: '',
      document_key: id('4', n),
      sha256: '0'.repeat(64),
      sends_itself: 0,
      held_back: null,
      revision: 1,
      created_at: time(n),
      sent_at: time(n),
    }),
  ],
  invoice_numbers: [3, (n) => ({ year: 2_023 + n, last: n * 100 })],
  planned_payments: [
    MANY,
    (n) => ({
      id: id('7', n),
      project_id: id('b', partedProject(n)),
      label: 'at launch',
      percent: 50,
      amount: 240_000,
      due: n % 2 === 0 ? 'date' : 'milestone',
      milestone_id: n % 2 === 0 ? null : id('8', n),
      due_date: n % 2 === 0 ? time(n * 30).slice(0, 10) : null,
      position: Math.floor((n - 1) / PARTED_PROJECTS),
      invoice_id: isWaiting(n) ? null : id('6', n),
      dismissed_at: null,
      holds_milestone_id: null,
      created_at: time(n),
    }),
  ],
  billing_details: [
    PARTED_PROJECTS,
    (n) => ({
      project_id: id('b', n),
      account_id: id('a', n),
      name: `Company ${n}`,
      address: '1 Sample Street',
      tax_id: '',
      sends_itself: n % 20 === 0 ? 1 : 0,
      changed_at: time(n),
    }),
  ],
} satisfies Partial<SeedRows>;

/** An invoice of a project: a draft, or one that was sent and has no document. */
export async function makeInvoice(
  db: Db,
  { projectId, accountId, status }: { projectId: string; accountId: string; status: 'draft' | 'sent' },
): Promise<string> {
  const invoiceId = newId();
  const isSent = status === 'sent';
  await db
    .insertInto('invoices')
    .values({
      ...newRow(rows.invoices),
      id: invoiceId,
      project_id: projectId,
      account_id: accountId,
      status,
      number: isSent ? `1999-${invoiceId}` : null,
      source_key: `hand ${invoiceId}`,
      credits_id: null,
      paid: 0,
      open: isSent ? total : 0,
      issued_on: isSent ? '1999-01-01' : null,
      // Nobody is reminded of it.
      due_on: isSent ? '2999-01-15' : null,
      paid_on: null,
      document_key: null,
      sha256: null,
      sent_at: isSent ? '1999-01-01T00:00:00.000Z' : null,
    })
    .execute();
  return invoiceId;
}

/** A payment of a project's plan without an invoice. */
export async function makePlannedPayment(db: Db, projectId: string): Promise<string> {
  const plannedId = newId();
  const row = { ...newRow(rows.planned_payments), id: plannedId, project_id: projectId, invoice_id: null };
  await db.insertInto('planned_payments').values(row).execute();
  return plannedId;
}

interface InvoiceSubject extends ProjectSubject {
  /** A draft, and one that was sent. */
  draftInvoiceId: string;
  invoiceId: string;
  plannedPaymentId: string;
}

const today = '2026-02-01';

/** Samples of invoices. */
export const invoiceSamples = {
  rows,
  calls: {
    listInvoices: ({ projectId }) => ({ params: { id: projectId } }),
    saveBilling: ({ projectId }) => ({ params: { id: projectId }, body: sampleInvoice.billing }),
    listInvoicesAsStudio: ({ projectId }) => ({ params: { id: projectId } }),
    createInvoice: ({ projectId }) => ({ params: { id: projectId }, body: sampleInvoice }),
    invoicePlannedPayment: ({ projectId, plannedPaymentId }) => ({
      params: { id: projectId, plannedId: plannedPaymentId },
    }),
    holdMilestone: ({ projectId, plannedPaymentId }) => ({
      params: { id: projectId, plannedId: plannedPaymentId },
      body: { holdsMilestoneId: null },
    }),
    changeInvoice: ({ projectId, draftInvoiceId }) => ({
      params: { id: projectId, invoiceId: draftInvoiceId },
      body: { ...sampleInvoice, revision: 1 },
    }),
    deleteInvoice: ({ projectId, draftInvoiceId }) => ({
      params: { id: projectId, invoiceId: draftInvoiceId },
      query: { revision: 1 },
    }),
    previewInvoice: ({ projectId, draftInvoiceId }) => ({
      params: { id: projectId, invoiceId: draftInvoiceId },
    }),
    sendInvoice: ({ projectId, draftInvoiceId }) => ({
      params: { id: projectId, invoiceId: draftInvoiceId },
      body: { revision: 1 },
    }),
    voidInvoice: ({ projectId, invoiceId }) => ({
      params: { id: projectId, invoiceId },
      body: { reason: 'Sent twice.' },
    }),
    creditInvoice: ({ projectId, invoiceId }) => ({
      params: { id: projectId, invoiceId },
      body: { amount: 1_000, reason: 'One month less.' },
    }),
    changeInvoiceSettings: ({ projectId }) => ({ params: { id: projectId }, body: { sendsItself: true } }),
    getMoney: () => ({}),
    exportInvoiceLines: () => ({ query: { year: 2_026 } }),
    exportInvoiceDocuments: () => ({ query: { year: 2_026 } }),
    listAllInvoices: () => ({ query: { state: 'all', limit: 5 } }),
  },
  queries: [
    ...callsOf('invoices', invoices, {
      listInvoices: [
        [project, { withDrafts: true, limit: 20 }],
        [project, { withDrafts: false, limit: 20 }],
      ],
      findInvoice: [[project, id('6', 7)]],
      findInvoiceById: [[id('6', 7)]],
      lockInvoice: [[id('6', 7)]],
      findInvoiceBySource: [[`plan ${id('7', 7)}`]],
      listCreditNotes: [[id('6', 101)]],
      listInvoicesOf: [[account]],
      countInvoices: [[project]],
      insertInvoice: [[newRow(rows.invoices)]],
      updateInvoiceDraft: [[newRow(rows.invoices, 51), { title: 'Other' }]],
      updateSentInvoice: [[id('6', 7), { status: 'void', open: 0 }]],
      deleteInvoiceDraft: [[newRow(rows.invoices, 101)]],
      deleteInvoiceDrafts: [[project]],
      forgetInvoiceAccount: [[account]],
      readLastNumber: [[2_026]],
      takeNumber: [[2_026, 301]],
      listAllInvoices: [
        [{ state: 'all', limit: 20, today }],
        [{ state: 'open', limit: 20, today }],
        [{ state: 'overdue', limit: 20, today }],
        [{ state: 'draft', limit: 20, today }],
        [{ state: 'paid', limit: 20, today, before: id('6', 2_000) }],
      ],
      listToSend: [[20]],
      holdBack: [[{ id: id('6', 1), revision: 1 }, 'The document can’t show these letters: 株']],
      countHeldBack: [[]],
      updateSendsItself: [[project, 1]],
      listOpenInvoicesOf: [[projects]],
      listOpenInvoicesDue: [
        [{ from: '2026-02-01', until: today }, 20],
        [{ from: '2026-02-01', until: today, after: { at: '2026-02-01', id: id('6', 20) } }, 20],
      ],
    }),
    ...callsOf('invoice-figures', figures, {
      sumOpenByMonth: [[]],
      sumOverdue: [[today]],
      sumDrafts: [[]],
      averageDaysToPay: [['2026-01-05']],
      sumByClient: [['2026-01-04', 20]],
      sumPlannedByMonth: [[]],
      listInvoiceYears: [[]],
      listInvoicesOfYear: [[2026, { after: { issued_on: '2026-03-02', number: '2026-2000' }, limit: 20 }]],
    }),
    ...callsOf('payment-plan', plan, {
      listPlannedPayments: [[project]],
      insertPlannedPayments: [[[newRow(rows.planned_payments)]]],
      claimPlannedPayment: [[id('7', 200), id('6', 7)]],
      setHeldMilestone: [[{ projectId: project, plannedId: id('7', 7), milestoneId: null }]],
      setPlannedAmount: [[id('7', 200), 100]],
      releasePlannedPayment: [[id('6', 7), time(1)]],
      listPaymentsDueBy: [[today, 20]],
      listProjectsAwaitingApproval: [
        [undefined, 20],
        [project, 20],
      ],
      findBillingDetails: [[project]],
      findLastBillingDetails: [[account]],
      saveBillingDetails: [[newRow(rows.billing_details, 7)]],
      forgetBillingDetails: [[account]],
    }),
  ],
} satisfies NounSamples<InvoiceSubject>;
