import { expect, test } from 'vitest';
import { daysAfter, daysBetween } from './days.ts';

test.each([
  ['2030-01-31', 14, '2030-02-14'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2030-03-31', -3, '2030-03-28'],
  ['2030-12-31', 1, '2031-01-01'],
])('daysAfter %s by %i is %s', (day, days, other) => {
  expect(daysAfter(day, days)).toBe(other);
  expect(daysBetween(day, other)).toBe(days);
});
