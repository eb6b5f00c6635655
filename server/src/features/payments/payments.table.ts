import type { PaymentKind, PaymentMethod } from '@atelier/domain/payments/rules.ts';
import type { Selectable } from 'kysely';

/** What was received for an invoice, or paid back. Rows are added, and only ever changed by being removed. */
interface PaymentTable {
  id: string;
  project_id: string;
  invoice_id: string;
  kind: PaymentKind;
  /** Integer cents, positive in both directions. */
  amount: number;
  /** What the bank or the provider kept. */
  fee: number;
  method: PaymentMethod;
  reference: string;
  note: string;
  /** The day on which it arrived or left. */
  moved_on: string;
  /** What it was made for, once each: "hand <key>", "credit <key>", or the provider's own id. */
  source_key: string;
  /** For a refund: the payment. */
  refunds_id: string | null;
  /** 1: a provider reported it. */
  is_provided: number;
  /** When it was found to be a mistake. */
  removed_at: string | null;
  created_at: string;
}

export type PaymentRow = Selectable<PaymentTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    payments: PaymentTable;
  }
}
