import { expect, test } from 'vitest';
import {
  creditAmount,
  INVOICE_STATES,
  invoiceNumber,
  invoiceRefusal,
  invoiceState,
  invoiceStateLabels,
  openAmount,
} from './rules.ts';

const TODAY = '2030-02-01';

test.each([
  // status, due, total, paid, credited: state, open, credit
  ['draft', null, 100, 0, 0, 'draft', 100, 0],
  ['void', '2030-01-01', 100, 0, 0, 'void', 100, 0],
  ['sent', '2030-02-01', 100, 0, 0, 'sent', 100, 0],
  ['sent', '2030-01-31', 100, 0, 0, 'overdue', 100, 0],
  ['sent', '2030-01-31', 100, 99, 0, 'overdue', 1, 0],
  ['sent', '2030-02-02', 100, 40, 0, 'part_paid', 60, 0],
  ['sent', '2030-02-02', 100, 0, 40, 'part_paid', 60, 0],
  ['sent', '2030-01-31', 100, 60, 40, 'paid', 0, 0],
  ['sent', '2030-01-31', 100, 100, 0, 'paid', 0, 0],
  ['sent', '2030-01-31', 100, 200, 0, 'paid', 0, 100],
  ['sent', '2030-01-31', 100, 100, 100, 'paid', 0, 100],
  ['void', '2030-01-01', 100, 100, 0, 'void', 0, 100],
  ['sent', null, 0, 0, 0, 'paid', 0, 0],
] as const)(
  'an invoice that is %s, due %s, of %i with %i paid and %i credited is %s, %i open, %i in credit',
  (status, dueOn, total, paid, credited, state, open, credit) => {
    const balance = { total, paid, credited };
    expect(invoiceState({ status, dueOn, ...balance }, TODAY)).toBe(state);
    expect([openAmount(balance), creditAmount({ status, ...balance })]).toEqual([open, credit]);
  },
);

const draft = { kind: 'invoice', status: 'draft', total: 100, paid: 0, credited: 0 } as const;
const sent = { ...draft, status: 'sent' } as const;

test.each([
  ['edit', draft, undefined],
  ['delete', draft, undefined],
  ['send', draft, undefined],
  ['void', draft, /not been sent/],
  ['pay', draft, /not been sent/],
  ['edit', sent, /no longer change/],
  ['delete', sent, /no longer change/],
  ['send', sent, /no longer change/],
  ['void', sent, undefined],
  ['credit', sent, undefined],
  ['pay', sent, undefined],
  ['remind', sent, undefined],
  ['void', { ...sent, paid: 1 }, /Send a credit note instead/],
  ['void', { ...sent, credited: 1 }, /Send another one/],
  ['credit', { ...sent, credited: 100 }, /credited already/],
  ['credit', { ...sent, paid: 100 }, undefined],
  // Money can arrive twice: it becomes a credit.
  ['pay', { ...sent, paid: 100 }, undefined],
  ['remind', { ...sent, paid: 100 }, /Nothing is left/],
  ['pay', { ...sent, status: 'void' }, /is void/],
  ['void', { ...sent, status: 'void' }, /is void/],
  ['credit', { ...sent, kind: 'credit_note' }, /credit note/],
  ['pay', { ...sent, kind: 'credit_note' }, /credit note/],
] as const)('invoiceRefusal of %s for %j is %s', (action, invoice, why) => {
  const refusal = invoiceRefusal(action, invoice);
  if (why) expect(refusal).toMatch(why);
  else expect(refusal).toBeUndefined();
});

test('invoiceNumber has the year and four digits or more', () => {
  expect(invoiceNumber(2030, 7)).toBe('2030-0007');
  expect(invoiceNumber(2030, 12_345, 'AT-')).toBe('AT-2030-12345');
});

test('every state has a label', () => {
  expect(Object.keys(invoiceStateLabels)).toEqual([...INVOICE_STATES]);
});
