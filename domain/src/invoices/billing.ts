import type { TaxRate } from './amounts.ts';

/** A fact with its name, as it is printed. */
export interface NamedFact {
  name: string;
  value: string;
}

/** The owner's settings for invoices; they are in `content/`. */
export interface BillingSettings {
  legalName: string;
  address: readonly string[];
  registrations: readonly NamedFact[];
  numberPrefix: string;
  /** Days from sending to the due date. */
  paymentDays: number;
  /** A new line has the first. */
  taxes: readonly { name: string; rate: TaxRate }[];
  transfer: readonly NamedFact[];
  closing: string;
}
