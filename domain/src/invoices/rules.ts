/*
 * Invoices and credit notes. A draft is the studio's own and has no number. Sending gives it the year's next one and makes it
 * final: from then on it changes only by what is paid, by credit notes against it, or by being voided.
 */

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** As stored; whether a sent one is paid or overdue follows from its amounts and the day. */
export const INVOICE_STATUSES = ['draft', 'sent', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** As shown. */
export const INVOICE_STATES = ['draft', 'sent', 'part_paid', 'overdue', 'paid', 'void'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

export const invoiceStateLabels: Record<InvoiceState, string> = {
  draft: 'Draft',
  sent: 'Sent',
  part_paid: 'Part paid',
  overdue: 'Overdue',
  paid: 'Paid',
  void: 'Void',
};

/** What the studio's list of all invoices can be narrowed to. */
export const INVOICE_FILTERS = ['open', 'overdue', 'draft', 'paid', 'all'] as const;
export type InvoiceFilter = (typeof INVOICE_FILTERS)[number];

/** Amounts of an invoice in cents. */
export interface InvoiceBalance {
  total: number;
  /** Received for it, less what was paid back. */
  paid: number;
  /** Taken off by credit notes. */
  credited: number;
}

/** What is still to pay, in cents: 0 once it is paid. */
export const openAmount = ({ total, paid, credited }: InvoiceBalance) => Math.max(0, total - credited - paid);

/** What was paid beyond what was due, in cents, all of it for a void one: the client's to have back, or to pay another invoice with. */
export const creditAmount = ({ status, total, paid, credited }: InvoiceBalance & { status: InvoiceStatus }) =>
  Math.max(0, paid - (status === 'void' ? 0 : total - credited));

/** How an invoice stands on a day (`2026-11-21`). It is overdue from the day after its due date. */
export function invoiceState(
  { status, dueOn, ...balance }: InvoiceBalance & { status: InvoiceStatus; dueOn: string | null },
  today: string,
): InvoiceState {
  if (status !== 'sent') return status;
  if (openAmount(balance) === 0) return 'paid';
  if (dueOn !== null && dueOn < today) return 'overdue';
  return balance.paid > 0 || balance.credited > 0 ? 'part_paid' : 'sent';
}

export type InvoiceAction = 'edit' | 'delete' | 'send' | 'void' | 'credit' | 'pay' | 'remind';

/** Facts that decide what may be done with an invoice. */
export interface ActionableInvoice extends InvoiceBalance {
  kind: InvoiceKind;
  status: InvoiceStatus;
}

/**
 * Why an action is not possible, as a sentence; undefined if it is. Only a draft is edited, deleted or sent; a sent
 * invoice is voided while nothing was paid or credited, and credited up to what it came to.
 */
export function invoiceRefusal(action: InvoiceAction, invoice: ActionableInvoice): string | undefined {
  const { kind, status, paid, credited, total } = invoice;
  if (action === 'edit' || action === 'delete' || action === 'send') {
    return status === 'draft' ? undefined : 'This invoice was sent and can no longer change.';
  }
  if (status === 'draft') return 'This invoice has not been sent yet.';
  if (status === 'void') return 'This invoice is void.';
  if (kind === 'credit_note') return 'This is a credit note: it only takes something off an invoice.';
  if (action === 'void' && paid !== 0)
    return 'Something was paid for this invoice. Send a credit note instead.';
  if (action === 'void' && credited !== 0)
    return 'There is a credit note for this invoice. Send another one instead.';
  if (action === 'credit' && credited >= total) return 'All of this invoice is credited already.';
  if (action === 'remind' && openAmount(invoice) === 0) return 'Nothing is left to pay of this invoice.';
  return undefined;
}

/** An invoice's number: the year and its place in it, "2026-0007", after the studio's prefix. */
export function invoiceNumber(year: number, place: number, prefix = ''): string {
  return `${prefix}${year}-${String(place).padStart(4, '0')}`;
}

/** Most lines of an invoice, and the longest notes. */
export const MAX_INVOICE_LINES = 60;
export const MAX_INVOICE_NOTE = 2_000;
/** Largest quantity of a line, in hundredths. */
export const MAX_QUANTITY = 1_000_000;
/** Most invoices that a project can have. */
export const PROJECT_INVOICES_MAX = 500;

/** Its place in the Invoices tab, for links there. */
export const invoiceAnchor = (invoiceId: string) => `invoice-${invoiceId}`;
