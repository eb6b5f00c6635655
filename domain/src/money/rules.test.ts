import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCents, shareOf, splitAmount } from './rules.ts';

const amounts = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
const weights = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 10_000_000_000 })), {
    minLength: 1,
    maxLength: 40,
  })
  .filter((each) => each.some((weight) => weight > 0));

test('splitAmount gives integers that add up to the amount, each within one of its share', () => {
  fc.assert(
    fc.property(amounts, weights, (amount, parts) => {
      const whole = parts.reduce((sum, part) => sum + part, 0);
      const split = splitAmount(amount, parts);
      expect(split.every(Number.isSafeInteger)).toBe(true);
      expect(split.reduce((sum, part) => sum + part, 0)).toBe(amount);
      for (const [index, part] of split.entries()) {
        const share = (BigInt(amount) * BigInt(parts[index] ?? 0) * 1_000n) / BigInt(whole);
        expect(Math.abs(part * 1_000 - Number(share))).toBeLessThanOrEqual(1_000);
      }
    }),
  );
});

test.each([
  [9_000, [50, 50], [4_500, 4_500]],
  [9_001, [50, 50], [4_501, 4_500]],
  [9_001, [30, 70], [2_700, 6_301]],
  [100, [1, 1, 1], [34, 33, 33]],
  [-100, [1, 1, 1], [-34, -33, -33]],
  [1, [0, 1, 1], [0, 1, 0]],
  [0, [50, 50], [0, 0]],
])('splitAmount splits %i by %j into %j', (amount, parts, split) => {
  expect(splitAmount(amount, parts)).toEqual(split);
});

test('splitAmount refuses weights that are all zero', () => {
  expect(() => splitAmount(1, [0, 0])).toThrow(RangeError);
});

test.each([
  [999, 750, 10_000, 75],
  [1_000, 875, 10_000, 88],
  [-1_000, 875, 10_000, -88],
  [1, 5_000, 10_000, 1],
  [1, 4_999, 10_000, 0],
  [-1, 4_999, 10_000, 0],
  [333, 150, 100, 500],
  [10_000_000_000, 10_000_000, 100, 1_000_000_000_000_000],
])('shareOf %i times %i/%i is %i', (amount, fraction, per, share) => {
  expect(shareOf(amount, fraction, per)).toBe(share);
});

test.each([
  [450_000, '$4,500.00'],
  [1, '$0.01'],
  [-1_250, '-$12.50'],
  [0, '$0.00'],
])('formatCents shows %i as %j', (cents, shown) => {
  expect(formatCents(cents)).toBe(shown);
});
