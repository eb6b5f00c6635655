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

/**
 * What was received for an invoice less what was paid back, and the day of the payment with which all that is due was
 * there; null while it isn't. What arrives on top later settles nothing.
 */
export function balanceOf(
  payments: readonly CountedPayment[],
  due: number,
): { paid: number; settledOn: string | null } {
  const counted = payments
    .filter(({ isRemoved }) => !isRemoved)
    .toSorted((one, other) => (one.on < other.on ? -1 : Number(one.on > other.on)));
  let paid = 0;
  let settledOn: string | null = null;
  for (const { kind, amount, on } of counted) {
    paid += kind === 'payment' ? amount : -amount;
    if (paid < due) settledOn = null;
    else if (kind === 'payment') settledOn ??= on;
  }
  return { paid, settledOn };
}

/** Most payments and refunds of one invoice. */
export const INVOICE_PAYMENTS_MAX = 200;
export const MAX_PAYMENT_NOTE = 500;
