import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  CHANGE_ORDER_STATUSES,
  CHANGE_ORDER_TRANSITIONS,
  type ChangeOrderAction,
  changeOrderRefusal,
  changeOrderTotal,
  reducePayments,
} from './rules.ts';

/** For each action, who may take it and the one state that it starts from. */
const TABLE: Record<ChangeOrderAction, [by: string, from: string]> = {
  edit: ['studio', 'draft'],
  delete: ['studio', 'draft'],
  send: ['studio', 'draft'],
  withdraw: ['studio', 'sent'],
  accept: ['client', 'sent'],
  decline: ['client', 'sent'],
};

describe.each(Object.entries(TABLE))('change order action %s', (name, [by, from]) => {
  const action = name as ChangeOrderAction;
  it(`belongs to the ${by}`, () => expect(CHANGE_ORDER_TRANSITIONS[action].by).toBe(by));
  test.each(CHANGE_ORDER_STATUSES)('from %s', (status) => {
    expect(changeOrderRefusal(action, status) === undefined).toBe(status === from);
  });
});

test('changeOrderTotal adds what is more and what is less', () => {
  const line = (price: number) => ({ id: String(price), title: '', detail: '', price });
  expect(changeOrderTotal({ lines: [line(900), line(-250)] })).toBe(650);
  expect(changeOrderTotal({ lines: [] })).toBe(0);
});

test.each([
  [[100, 200], 50, [100, 150], 0],
  [[100, 200], 200, [100, 0], 0],
  [[100, 200], 250, [50, 0], 0],
  [[100, 200], 350, [0, 0], 50],
  [[], 10, [], 10],
])('reducePayments of %j by %i leaves %j, and %i to credit', (amounts, reduction, left, over) => {
  expect(reducePayments(amounts, reduction)).toEqual({ amounts: left, left: over });
});

test('reducePayments takes off exactly what it says', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000)), fc.nat(3_000_000), (amounts, reduction) => {
      const sum = (each: readonly number[]) => each.reduce((total, amount) => total + amount, 0);
      const { amounts: reduced, left } = reducePayments(amounts, reduction);
      expect(sum(reduced) + reduction - left).toBe(sum(amounts));
      expect(reduced.every((amount) => amount >= 0)).toBe(true);
    }),
  );
});
