import type { BillingSettings } from '@atelier/domain/invoices/billing.ts';
import { studio } from './studio.ts';

/**
 * What invoices say of the studio, and how they are paid. All of it is sample content of a studio that does not exist:
 * replace it with yours before you send the first invoice, and ask your accountant what your country wants on one.
 */
export const billing: BillingSettings = {
  /** Your name in law and your address, as they have to be on an invoice. */
  legalName: `${studio.name} (sample studio)`,
  address: ['1 Sample Street', 'Sample City'],
  /** Each with its name: a tax number, a register. Leave the list empty if there is nothing to say. */
  registrations: [{ name: 'Tax ID', value: '00-0000000' }],
  /** Before the year and the number: `AT-` makes AT-2026-0001. Change it only between two years. */
  numberPrefix: '',
  /** Days from sending to the due date. */
  paymentDays: 14,
  /**
   * The taxes that a line can have, in hundredths of a percent: 825 is 8.25%. A new line has the first. Prices in contracts
   * and packages are without tax.
   */
  taxes: [
    { name: 'No tax', rate: 0 },
    { name: 'Sales tax', rate: 825 },
  ],
  /** How a client pays by bank transfer; the reference is the invoice's number. */
  transfer: [
    { name: 'Account holder', value: `${studio.name} (sample studio)` },
    { name: 'Bank', value: 'Sample Bank' },
    { name: 'Account number', value: '000000000' },
    { name: 'Routing number', value: '000000000' },
  ],
  /** Below the amounts of each invoice. */
  closing: 'Thank you. If anything on this invoice isn’t right, write to me before it’s due.',
};
