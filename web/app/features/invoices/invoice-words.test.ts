import type { Invoice, PlannedPayment } from '@atelier/domain/invoices/schema.ts';
import { describe, expect, it } from 'vitest';
import { dueWords, leftToPay, paidOfPlan, plannedWhen, serverDay, withCreditNotes } from './invoice-words.ts';

describe('dueWords', () => {
  it.each([
    ['2030-03-05', 'due in 3 days'],
    ['2030-03-03', 'due tomorrow'],
    ['2030-03-02', 'due today'],
    ['2030-03-01', '1 day late'],
    ['2030-02-27', '3 days late'],
    // Over a leap day, and over a change of the clocks.
    ['2028-02-28', '733 days late'],
    ['2030-04-02', 'due in 31 days'],
  ])('says of %s what it is on March 2, 2030', (dueOn, words) => {
    expect(dueWords(dueOn, '2030-03-02')).toBe(words);
  });

  it('counts days as the server does, wherever the reader is', () => {
    expect(serverDay(new Date('2030-03-02T23:59:00-05:00'))).toBe('2030-03-03');
  });
});

const planned: PlannedPayment = {
  id: '1',
  label: 'at launch',
  percent: 50,
  amount: 100,
  due: 'finish',
  milestoneId: null,
  date: null,
  invoiceId: null,
  holdsMilestoneId: null,
};

describe('plannedWhen', () => {
  const milestones = [
    { _id: 'm', title: 'Design' },
    { _id: 'n', title: 'Launch' },
  ];

  it.each<[Partial<PlannedPayment>, string]>([
    [{ due: 'acceptance' }, 'At acceptance'],
    [{ due: 'finish' }, 'When everything is approved'],
    [{ due: 'date', date: '2030-01-31' }, 'On Jan 31, 2030'],
    [{ due: 'milestone', milestoneId: 'm' }, 'When “Design” is approved'],
    [{ due: 'milestone', milestoneId: 'gone' }, 'When its milestone is approved'],
    [{ due: 'acceptance', holdsMilestoneId: 'n' }, 'At acceptance. “Launch” starts once it’s paid.'],
    [{ due: 'acceptance', holdsMilestoneId: 'gone' }, 'At acceptance'],
    // Nothing that its name says already.
    [{ label: 'when this contract is accepted', due: 'acceptance' }, ''],
    [{ label: 'when this change is accepted', due: 'acceptance' }, ''],
    [{ label: 'when “Design” is approved', due: 'milestone', milestoneId: 'm' }, ''],
    [
      { label: 'when this contract is accepted', due: 'acceptance', holdsMilestoneId: 'n' },
      '“Launch” starts once it’s paid.',
    ],
  ])('says when %j is due', (change, words) => {
    expect(plannedWhen({ ...planned, ...change }, milestones)).toBe(words);
  });
});

const invoice = (id: string, change: Partial<Invoice> = {}): Invoice => ({
  _id: id,
  id,
  kind: 'invoice',
  state: 'sent',
  number: id,
  title: '',
  note: '',
  lines: [],
  net: 0,
  tax: 0,
  total: 0,
  paid: 0,
  credited: 0,
  open: 0,
  credit: 0,
  issuedOn: null,
  dueOn: null,
  paidOn: null,
  reason: '',
  creditsId: null,
  url: null,
  sentAt: null,
  ...change,
});

describe('withCreditNotes', () => {
  it('puts credit notes with their invoice, and leaves one whose invoice isn’t listed by itself', () => {
    const items = [
      invoice('4', { creditsId: '1' }),
      invoice('3', { creditsId: 'unlisted' }),
      invoice('2', { creditsId: '1' }),
      invoice('1'),
    ];
    const found = withCreditNotes(items).map(({ invoice: { id }, notes }) => [
      id,
      notes.map((each) => each.id),
    ]);
    expect(found).toEqual([
      ['3', []],
      ['1', ['4', '2']],
    ]);
  });
});

describe('leftToPay', () => {
  it('adds up what is open, and finds what is due first', () => {
    const items = [
      invoice('3', { open: 200, dueOn: '2030-02-01' }),
      invoice('2', { open: 50, dueOn: '2030-01-01' }),
      invoice('1', { open: 0, dueOn: '2029-01-01' }),
    ];
    expect(leftToPay(items)).toEqual({ open: 250, first: items[1] });
    expect(leftToPay([])).toEqual({ open: 0, first: undefined });
  });
});

describe('paidOfPlan', () => {
  const one = { ...planned, invoiceId: 'a' };

  it.each<[string, PlannedPayment[], Invoice[], number, number]>([
    ['nothing without invoices', [planned, one], [], 0, 200],
    ['a paid one in full', [planned, one], [invoice('a', { state: 'paid', paid: 100 })], 100, 200],
    [
      'one that a credit note paid',
      [one],
      [invoice('a', { state: 'paid', paid: 40, credited: 60 })],
      100,
      100,
    ],
    ['one with a tax', [one], [invoice('a', { state: 'paid', paid: 119 })], 100, 100],
    ['a part of one', [one], [invoice('a', { state: 'part_paid', paid: 30 })], 30, 100],
    ['not more than was planned', [one], [invoice('a', { state: 'overdue', paid: 110 })], 100, 100],
    ['nothing of a void one', [one], [invoice('a', { state: 'void', paid: 0 })], 0, 100],
    ['no invoice beside the plan', [planned], [invoice('b', { state: 'paid', paid: 500 })], 0, 100],
  ])('counts %s', (_, plan, invoices, paid, whole) => {
    expect(paidOfPlan(plan, invoices)).toEqual({ paid, planned: whole });
  });
});
