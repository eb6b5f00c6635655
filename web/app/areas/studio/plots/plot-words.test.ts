import { expect, it, test } from 'vitest';
import { formatDays, monthName, monthTick } from './plot-words.ts';

test.each([
  [null, '–'],
  [0.01, 'less than an hour'],
  [1 / 24, '1 hour'],
  [0.5, '12 hours'],
  [1, '1 day'],
  [2.54, '2.5 days'],
])('formatDays writes %s days as %s', (days, text) => {
  expect(formatDays(days)).toBe(text);
});

it('monthTick and monthName give the same month in every time zone', () => {
  expect([monthTick('2026-01'), monthName('2026-01')]).toEqual(['Jan', 'January 2026']);
});
