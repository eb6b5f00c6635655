/*
 * Amounts of money. A contract is in whole US dollars, an invoice in cents; both are integers, so that nothing is ever
 * lost to a fraction that a computer can't hold.
 */

/** The one currency of the product: prices, contracts, invoices and payments. */
export const CURRENCY = 'USD';

/** Largest amount of one invoice or payment, in cents: $100,000,000. */
export const MAX_CENTS = 10_000_000_000;

/** An amount in cents as it is shown: "$4,500.00", "-$12.50". */
export function formatCents(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY }).format(cents / 100);
}

/**
 * An integer product of an amount and a fraction, rounded to the nearest unit and halves away from zero: 7.5% of 999 is
 * 75. `per` is what the fraction's number is out of: 10,000 for hundredths of a percent.
 */
export function shareOf(amount: number, fraction: number, per: number): number {
  const product = BigInt(Math.abs(amount)) * BigInt(Math.abs(fraction));
  const rounded = Number((product * 2n + BigInt(per)) / (2n * BigInt(per)));
  return rounded === 0 ? 0 : Math.sign(amount) * Math.sign(fraction) * rounded;
}

/**
 * Splits an integer amount by weights into integers that add up to it exactly, each less than one unit away from its
 * share. What rounding leaves goes to the parts with the largest remainders, and among equal ones to the earliest: of 9,001
 * in halves the first part is 4,501. A negative amount is split like the positive one.
 * @throws RangeError without a positive weight
 */
export function splitAmount(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(whole > 0)) throw new RangeError('Nothing to split by');
  const sign = Math.sign(amount);
  // In whole numbers of any length: a product of two amounts is more than a computer's usual numbers hold exactly.
  const shares = weights.map((weight, index) => {
    const product = BigInt(Math.abs(amount)) * BigInt(weight);
    return { index, part: Number(product / BigInt(whole)), remainder: Number(product % BigInt(whole)) };
  });
  let left = Math.abs(amount) - shares.reduce((sum, { part }) => sum + part, 0);
  const parts = shares.map(({ part }) => part);
  for (const { index, part } of shares.toSorted((one, other) => other.remainder - one.remainder)) {
    if (left === 0) break;
    parts[index] = part + 1;
    left -= 1;
  }
  // Never -0, which is another value than 0 where parts are compared.
  return parts.map((part) => (part === 0 ? 0 : sign * part));
}
