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

/** What a provider was asked to collect by card. */
interface CardCheckoutTable {
  /** Repeated by the provider, and what makes asking twice the same. */
  id: string;
  project_id: string;
  invoice_id: string;
  /** Integer cents. */
  amount: number;
  /** `starting` until the provider's answer is stored; `mismatch`: it collected something else than it was asked for. */
  status: 'starting' | 'open' | 'paid' | 'mismatch' | 'ended';
  session_id: string | null;
  /** The page on which the client pays. */
  url: string | null;
  /** The provider's payment. */
  intent_id: string | null;
  /** JSON, `CardOrder`: as it was asked, so that it can be asked again. */
  order_json: string;
  expires_at: string;
  created_at: string;
}

/** The provider's events that were seen. */
interface CardEventTable {
  /** The provider's. */
  id: string;
  type: string;
  happened_at: string;
  seen_at: string;
}

export type CardCheckoutRow = Selectable<CardCheckoutTable>;
export type CardEventRow = Selectable<CardEventTable>;
export type PaymentRow = Selectable<PaymentTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    payments: PaymentTable;
    card_checkouts: CardCheckoutTable;
    card_events: CardEventTable;
  }
}
