import type { PaymentDueKind } from '@atelier/domain/contracts/terms.ts';
import type { InvoiceKind, InvoiceStatus } from '@atelier/domain/invoices/rules.ts';
import type { Selectable } from 'kysely';

/** An invoice or a credit note. Amounts are integer cents. What was sent is kept when project and account are gone. */
interface InvoiceTable {
  id: string;
  project_id: string;
  /** The project's title when it was last written. */
  project_title: string;
  /** The client's account; null once that is deleted. */
  account_id: string | null;
  /** Whom it is for, as lists show it: the name on it. */
  client: string;
  kind: InvoiceKind;
  status: InvoiceStatus;
  /** Null until it is sent. */
  number: string | null;
  /** What it was made for, once each: "plan <id>", "hand <key>", "credit <key>". */
  source_key: string;
  /** For a credit note: the invoice. */
  credits_id: string | null;
  title: string;
  note: string;
  /** JSON, `InvoiceLine[]`. */
  lines: string;
  /** JSON, `BillingDetails`. */
  billing: string;
  /** JSON, `TaxAmount[]`. */
  taxes: string;
  net: number;
  tax: number;
  total: number;
  /** Received, less what was paid back. */
  paid: number;
  credited: number;
  /** What is still to pay of a sent invoice; 0 for everything else. */
  open: number;
  /** Days such as 2030-01-31. */
  issued_on: string | null;
  due_on: string | null;
  /** The day of the payment that settled it. */
  paid_on: string | null;
  /** From the day it was sent. */
  days_to_pay: number | null;
  /** Why it was voided or credited. */
  reason: string;
  /** Store key of the PDF as it was sent, and its hash in hex. */
  document_key: string | null;
  sha256: string | null;
  /** 1: a draft that is sent without a click. */
  sends_itself: number;
  /** Why a draft that was to be sent without a click wasn't, in words for the owner; null otherwise. */
  held_back: string | null;
  /** Rises by one with each change of a draft. */
  revision: number;
  created_at: string;
  sent_at: string | null;
}

/** The last number of each year's invoices. */
interface InvoiceNumberTable {
  year: number;
  last: number;
}

/** A payment of an accepted contract's plan, in integer cents. */
interface PlannedPaymentTable {
  id: string;
  project_id: string;
  label: string;
  percent: number;
  amount: number;
  due: PaymentDueKind;
  milestone_id: string | null;
  due_date: string | null;
  position: number;
  /** The invoice that asks for it; null until there is one. */
  invoice_id: string | null;
  /** When the studio deleted its draft: only by hand is there another. */
  dismissed_at: string | null;
  /** The milestone that doesn't start before this is paid; null for none. */
  holds_milestone_id: string | null;
  created_at: string;
}

/** Whom a project's invoices are for, and how they leave. */
interface BillingDetailsTable {
  project_id: string;
  /** The client who gave them. */
  account_id: string | null;
  name: string;
  address: string;
  tax_id: string;
  /** 1: an invoice that the plan makes due is sent without a click. */
  sends_itself: number;
  changed_at: string;
}

export type InvoiceRow = Selectable<InvoiceTable>;
export type PlannedPaymentRow = Selectable<PlannedPaymentTable>;
export type BillingDetailsRow = Selectable<BillingDetailsTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    invoices: InvoiceTable;
    invoice_numbers: InvoiceNumberTable;
    planned_payments: PlannedPaymentTable;
    billing_details: BillingDetailsTable;
  }
}
