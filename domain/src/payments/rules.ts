/*
 * What was received for invoices and paid back, in integer cents. A payment is a fact: it isn't changed. One that was recorded
 * by mistake is removed, and stays in the books as removed.
 */

export const PAYMENT_KINDS = ['payment', 'refund'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** How money came or went. `credit` is what was left of another invoice of the same client. */
export const PAYMENT_METHODS = ['transfer', 'card', 'cash', 'credit', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  transfer: 'Bank transfer',
  card: 'Card',
  cash: 'Cash',
  credit: 'Credit',
  other: 'Another way',
};

/** What the studio records by hand: cards and credits come by themselves. */
export const RECORDED_METHODS = ['transfer', 'cash', 'other'] as const satisfies readonly PaymentMethod[];

/** A recorded payment or refund, as balances are made from. */
export interface CountedPayment {
  kind: PaymentKind;
  amount: number;
  /** A day such as 2030-01-31. */
  on: string;
  isRemoved: boolean;
}

/** What was received for an invoice less what was paid back, and the day of the last payment; null without any. */
export function balanceOf(payments: readonly CountedPayment[]): { paid: number; lastOn: string | null } {
  const counted = payments.filter(({ isRemoved }) => !isRemoved);
  const paid = counted.reduce((sum, { kind, amount }) => sum + (kind === 'payment' ? amount : -amount), 0);
  const days = counted.filter(({ kind }) => kind === 'payment').map(({ on }) => on);
  return { paid, lastOn: days.sort().at(-1) ?? null };
}

/** Most payments and refunds of one invoice. */
export const INVOICE_PAYMENTS_MAX = 200;
export const MAX_PAYMENT_NOTE = 500;
