/*
 * Amounts of money. A contract is in whole US dollars, an invoice in cents; both are integers, so that nothing is ever
 * lost to a fraction that a computer can't hold.
 */

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
  // By whole numbers alone: a quotient with a fraction could be rounded up to the next unit.
  const shares = weights.map((weight, index) => {
    const product = Math.abs(amount) * weight;
    return { index, part: (product - (product % whole)) / whole, remainder: product % whole };
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
