import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitAmount } from './rules.ts';

const amounts = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
const weights = fc
  .array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 40 })
  .filter((each) => each.some((weight) => weight > 0));

test('splitAmount gives integers that add up to the amount, each within one of its share', () => {
  fc.assert(
    fc.property(amounts, weights, (amount, parts) => {
      const whole = parts.reduce((sum, part) => sum + part, 0);
      const split = splitAmount(amount, parts);
      expect(split.every(Number.isSafeInteger)).toBe(true);
      expect(split.reduce((sum, part) => sum + part, 0)).toBe(amount);
      for (const [index, part] of split.entries()) {
        expect(Math.abs(part - (amount * (parts[index] ?? 0)) / whole)).toBeLessThan(1);
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
