import { creditAmount, invoiceState } from '@atelier/domain/invoices/rules.ts';
import type {
  Invoice,
  ListedInvoice,
  PlannedPayment,
  StudioInvoice,
} from '@atelier/domain/invoices/schema.ts';
import { missingIn } from '../../core/documents/typefaces.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { invoiceDocument } from './document/invoice-document.ts';
import { invoiceBilling, invoiceContent, invoiceLines } from './invoice-rows.ts';
import type { ListedInvoiceRow } from './invoices.repository.ts';
import type { InvoiceRow, PlannedPaymentRow } from './invoices.table.ts';

/** What an invoice's reply depends on beside its row. */
export interface InvoiceView {
  storage: Pick<Storage, 'signedDownload'>;
  /** A day such as 2030-01-31. */
  today: string;
}

/** An invoice for its client. */
export function presentInvoice(row: InvoiceRow, { storage, today }: InvoiceView): Invoice {
  return {
    _id: row.id,
    id: row.id,
    kind: row.kind,
    state: stateOf(row, today),
    number: row.number,
    title: row.title,
    note: row.note,
    lines: invoiceLines(row),
    net: row.net,
    tax: row.tax,
    total: row.total,
    paid: row.paid,
    credited: row.credited,
    open: row.open,
    credit: row.kind === 'invoice' && row.status !== 'draft' ? creditAmount(row) : 0,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    paidOn: row.paid_on,
    reason: row.reason,
    creditsId: row.credits_id,
    url: row.document_key ? storage.signedDownload(row.document_key) : null,
    sentAt: row.sent_at,
  };
}

/** An invoice for the studio. */
export function presentStudioInvoice(row: InvoiceRow, view: InvoiceView): StudioInvoice {
  return {
    ...presentInvoice(row, view),
    status: row.status,
    hash: row.sha256,
    billing: invoiceBilling(row),
    missingLetters: row.status === 'draft' ? missingInDraft(row, view.today) : '',
    heldBack: row.held_back,
    revision: row.revision,
    createdAt: row.created_at,
  };
}

function missingInDraft(row: InvoiceRow, today: string): string {
  const facts = { number: 'draft', today, dueOn: row.due_on, credits: null };
  return missingIn(invoiceDocument(invoiceContent(row, facts)));
}

/** An invoice for its client's data export. */
export function presentOwnInvoice(row: InvoiceRow, view: InvoiceView) {
  const { _id, ...invoice } = presentInvoice(row, view);
  return {
    projectId: row.project_id,
    projectTitle: row.project_title,
    billing: invoiceBilling(row),
    ...invoice,
  };
}

export function presentPlannedPayment(row: PlannedPaymentRow): PlannedPayment {
  return {
    id: row.id,
    label: row.label,
    percent: row.percent,
    amount: row.amount,
    due: row.due,
    milestoneId: row.milestone_id,
    date: row.due_date,
    invoiceId: row.invoice_id,
    holdsMilestoneId: row.holds_milestone_id,
  };
}

/** An invoice in the studio's list; the project may be gone. */
export function presentListedInvoice(row: ListedInvoiceRow, today: string): ListedInvoice {
  return {
    _id: row.id,
    id: row.id,
    projectId: row.project_id,
    projectTitle: row.project_title,
    isProjectDeleted: row.has_project === null,
    client: row.client,
    kind: row.kind,
    number: row.number,
    title: row.title,
    state: stateOf(row, today),
    total: row.total,
    open: row.open,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
  };
}

/** A credit note is done once it is sent: nobody pays it. */
function stateOf(
  row: Pick<InvoiceRow, 'kind' | 'status' | 'total' | 'paid' | 'credited' | 'due_on'>,
  today: string,
) {
  if (row.kind === 'credit_note') return row.status;
  return invoiceState({ ...row, dueOn: row.due_on }, today);
}
