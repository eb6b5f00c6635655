import { expect, test } from 'vitest';
import { balanceOf, PAYMENT_METHODS, paymentMethodLabels } from './rules.ts';

const payment = { kind: 'payment', amount: 100, on: '2030-01-01', isRemoved: false } as const;

test.each([
  [[], 0, null],
  [[payment], 100, '2030-01-01'],
  [[payment, { ...payment, amount: 50, on: '2030-02-01' }], 150, '2030-02-01'],
  [[payment, { ...payment, kind: 'refund' as const, amount: 30, on: '2030-03-01' }], 70, '2030-01-01'],
  [[payment, { ...payment, on: '2030-05-01', isRemoved: true }], 100, '2030-01-01'],
  [[{ ...payment, isRemoved: true }], 0, null],
])('balanceOf %j is %i, the last on %s', (payments, paid, lastOn) => {
  expect(balanceOf(payments)).toEqual({ paid, lastOn });
});

test('every method has a label', () => {
  expect(Object.keys(paymentMethodLabels)).toEqual([...PAYMENT_METHODS]);
});
