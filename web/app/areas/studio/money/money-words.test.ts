import { expect, test } from 'vitest';
import { averageWords, invoiceCount } from './money-words.ts';

test.each([
  [null, '–'],
  [0, 'Same day'],
  [0.96, '1 day'],
  [12.54, '12.5 days'],
])('averageWords writes %s days as %s', (days, text) => {
  expect(averageWords(days)).toBe(text);
});

test('invoiceCount writes one and many', () => {
  expect([invoiceCount(1), invoiceCount(1_200)]).toEqual(['1 invoice', '1,200 invoices']);
});
