import { expect, test } from 'vitest';
import { balanceOf, PAYMENT_METHODS, paymentMethodLabels } from './rules.ts';

const payment = { kind: 'payment', amount: 100, on: '2030-01-01', isRemoved: false } as const;
const refund = { ...payment, kind: 'refund', amount: 30, on: '2030-03-01' } as const;

test.each([
  [[], 100, 0, null],
  [[payment], 100, 100, '2030-01-01'],
  [[payment], 150, 100, null],
  // In any order, by their days.
  [[{ ...payment, amount: 50, on: '2030-02-01' }, payment], 150, 150, '2030-02-01'],
  // What comes on top later settles nothing.
  [[payment, { ...payment, on: '2030-02-01' }], 100, 200, '2030-01-01'],
  [[payment, refund], 100, 70, null],
  [[payment, refund], 70, 70, '2030-01-01'],
  [[payment, refund, { ...payment, amount: 30, on: '2030-04-01' }], 100, 100, '2030-04-01'],
  // All of it is credited and paid back.
  [[payment, { ...refund, amount: 100 }], 0, 0, '2030-01-01'],
  [[payment, { ...payment, on: '2030-05-01', isRemoved: true }], 100, 100, '2030-01-01'],
  [[{ ...payment, isRemoved: true }], 100, 0, null],
])('balanceOf %j for %i due is %i, settled on %s', (payments, due, paid, settledOn) => {
  expect(balanceOf(payments, due)).toEqual({ paid, settledOn });
});

test('every method has a label', () => {
  expect(Object.keys(paymentMethodLabels)).toEqual([...PAYMENT_METHODS]);
});
