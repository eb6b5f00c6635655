import {
  type creditAmounts,
  type InvoiceLine,
  invoiceAmounts,
  type TaxAmount,
} from '@atelier/domain/invoices/amounts.ts';
import { openAmount } from '@atelier/domain/invoices/rules.ts';
import {
  type BillingDetails,
  billingDetailsSchema,
  invoiceLineSchema,
} from '@atelier/domain/invoices/schema.ts';
import { projectCompany, projectName } from '@atelier/domain/projects/rules.ts';
import { z } from 'zod';
import type { ProjectFacts } from '../../core/projects/projects.table.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { newId } from '../../platform/ids.ts';
import type { BillingDetailsRow, InvoiceRow } from './invoices.table.ts';

const lines = z.array(invoiceLineSchema);
const taxes = z.array(z.object({ name: z.string(), rate: z.number(), net: z.number(), tax: z.number() }));

export const invoiceLines = ({ id, lines: text }: Pick<InvoiceRow, 'id' | 'lines'>): InvoiceLine[] =>
  parseStoredJson(lines, text, { column: 'invoices.lines', id });

export const invoiceTaxes = ({ id, taxes: text }: Pick<InvoiceRow, 'id' | 'taxes'>): TaxAmount[] =>
  parseStoredJson(taxes, text, { column: 'invoices.taxes', id });

export const invoiceBilling = ({ id, billing }: Pick<InvoiceRow, 'id' | 'billing'>): BillingDetails =>
  parseStoredJson(billingDetailsSchema, billing, { column: 'invoices.billing', id });

/** What the client gave; without a name, the project's company. */
export function billingFor(project: ProjectFacts, given: BillingDetailsRow | undefined): BillingDetails {
  return {
    name: given?.name || projectCompany(project),
    address: given?.address ?? '',
    taxId: given?.tax_id ?? '',
  };
}

/** The columns that follow from an invoice's lines. */
function amountColumns(made: readonly InvoiceLine[]) {
  const { net, tax, total, taxes: groups } = invoiceAmounts(made);
  return { lines: JSON.stringify(made), taxes: JSON.stringify(groups), net, tax, total };
}

/** The columns of what the studio writes of a draft. */
export function writtenColumns(written: {
  title: string;
  note: string;
  lines: readonly InvoiceLine[];
  dueOn: string | null;
  billing: BillingDetails;
}) {
  return {
    title: written.title,
    note: written.note,
    due_on: written.dueOn,
    billing: JSON.stringify(written.billing),
    client: written.billing.name,
    ...amountColumns(written.lines),
  };
}

/** A new draft of an invoice. */
export function newDraft(
  project: ProjectFacts,
  now: string,
  own: Pick<InvoiceRow, 'source_key'> &
    Partial<Pick<InvoiceRow, 'sends_itself'>> &
    ReturnType<typeof writtenColumns>,
): InvoiceRow {
  return {
    id: newId(),
    project_id: project.id,
    project_title: projectName(project),
    account_id: project.user_id,
    kind: 'invoice',
    status: 'draft',
    number: null,
    credits_id: null,
    paid: 0,
    credited: 0,
    open: 0,
    issued_on: null,
    paid_on: null,
    days_to_pay: null,
    reason: '',
    document_key: null,
    sha256: null,
    sends_itself: 0,
    held_back: null,
    revision: 1,
    created_at: now,
    sent_at: null,
    ...own,
  };
}

/** A credit note that takes something off an invoice: a line for each rate, for the one who is on the invoice. */
export function creditNote(
  project: ProjectFacts,
  invoice: InvoiceRow,
  {
    credited,
    reason,
    source_key,
    now,
  }: { credited: ReturnType<typeof creditAmounts>; reason: string; source_key: string; now: string },
): InvoiceRow {
  const { net, tax, total, taxes: groups } = credited;
  const made = groups.map(
    (group): InvoiceLine => ({
      id: newId(),
      title: invoice.title,
      detail: '',
      quantity: 100,
      unitPrice: group.net,
      taxName: group.name,
      taxRate: group.rate,
    }),
  );
  const draft = newDraft(project, now, {
    source_key,
    title: invoice.title,
    note: '',
    due_on: null,
    billing: invoice.billing,
    client: invoice.client,
    lines: JSON.stringify(made),
    taxes: JSON.stringify(groups),
    ...{ net, tax, total },
  });
  return { ...draft, kind: 'credit_note', credits_id: invoice.id, account_id: invoice.account_id, reason };
}

/** What is left to pay of an invoice, as its row has it. */
export function openOf(row: Pick<InvoiceRow, 'kind' | 'status' | 'total' | 'paid' | 'credited'>): number {
  return row.kind === 'invoice' && row.status === 'sent' ? openAmount(row) : 0;
}

/** An invoice as payments know it. */
export function payable(row: InvoiceRow, isProjectDeleted: boolean) {
  const { id, kind, status, title, total, paid, credited } = row;
  const number = row.number ?? '';
  return {
    id,
    projectId: row.project_id,
    kind,
    status,
    title,
    number,
    total,
    paid,
    credited,
    isProjectDeleted,
  };
}

/** What a document has that its row gets only when it is sent. */
export interface DocumentFacts {
  number: string;
  /** Days such as 2030-01-31. */
  today: string;
  dueOn: string | null;
  /** For a credit note: the invoice's number. */
  credits: string | null;
}

/** What an invoice's document says. */
export function invoiceContent(row: InvoiceRow, { number, today, dueOn, credits }: DocumentFacts) {
  return {
    kind: row.kind,
    number,
    credits,
    title: row.title,
    projectTitle: row.project_title,
    note: row.note,
    reason: row.reason,
    lines: invoiceLines(row),
    taxes: invoiceTaxes(row),
    net: row.net,
    total: row.total,
    billing: invoiceBilling(row),
    issuedOn: today,
    dueOn,
  };
}
