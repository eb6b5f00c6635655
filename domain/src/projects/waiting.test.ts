import { describe, expect, it } from 'vitest';
import {
  countInTab,
  groupWaiting,
  reminderRank,
  WAITING_KINDS,
  WAITING_NAMED,
  type WaitingItem,
  type WaitingKind,
  waitingInvoiceKind,
  waitingPath,
} from './waiting.ts';

const item = (kind: WaitingKind, id = kind as string): WaitingItem => ({
  kind,
  id,
  title: id,
  number: '',
  at: null,
  amount: null,
});
const everything = { items: WAITING_KINDS.toReversed().map((kind) => item(kind)), unread: 3 };

describe('groupWaiting', () => {
  it.each([
    ['contact', 'submitted', [...WAITING_KINDS]],
    ['decides', 'submitted', [...WAITING_KINDS]],
    ['follows', 'submitted', ['request', 'message']],
    ['contact', 'archived', ['overdue_invoice', 'invoice']],
    ['follows', 'archived', []],
    ['contact', 'draft', []],
  ] as const)('gives who is %s in a %s project %j', (role, status, kinds) => {
    expect(groupWaiting({ role, status }, everything).map(({ kind }) => kind)).toEqual([...kinds]);
  });

  it('names the first of many and counts all of them', () => {
    const many = Array.from({ length: WAITING_NAMED + 3 }, (_, index) => item('review', String(index)));
    const [group] = groupWaiting({ role: 'contact', status: 'submitted' }, { items: many, unread: 0 });
    expect([group?.count, group?.items.map(({ id }) => id)]).toEqual([7, ['0', '1', '2', '3']]);
  });
});

describe('waitingInvoiceKind', () => {
  it.each([
    ['2030-01-31', '2030-01-31', 'invoice'],
    ['2030-01-31', '2030-02-01', 'overdue_invoice'],
    [null, '2030-02-01', 'invoice'],
  ] as const)('of one due on %s is, on %s, %s', (dueOn, today, kind) => {
    expect(waitingInvoiceKind(dueOn, today)).toBe(kind);
  });
});

describe('countInTab', () => {
  it.each([
    ['contract', 2],
    ['invoices', 2],
    ['milestones', 1],
    ['feedback', 3],
    ['overview', 1],
    ['files', 0],
  ] as const)('counts in %s %d', (tab, count) => {
    const groups = groupWaiting({ role: 'contact', status: 'submitted' }, everything);
    expect(countInTab(groups, tab)).toBe(count);
  });
});

describe('reminderRank', () => {
  it('orders a mail of several as the portal does, with an unfinished brief last', () => {
    const on = '2030-01-31';
    const kinds = [
      'draft',
      'message',
      'undated_request',
      'invoice',
      'review',
      'change_order',
      'contract',
    ] as const;
    const order = (today: string) =>
      kinds.toSorted((one, other) => reminderRank(one, { on, today }) - reminderRank(other, { on, today }));
    expect(order('2030-01-31')).toEqual([
      'contract',
      'change_order',
      'review',
      'invoice',
      'undated_request',
      'message',
      'draft',
    ]);
    expect(order('2030-02-01')[0]).toBe('invoice');
  });
});

describe('waitingPath', () => {
  it.each([
    ['contract', '/client-portal/p?tab=contract#view'],
    ['change_order', '/client-portal/p?tab=contract#change-order-x'],
    ['review', '/client-portal/p?tab=milestones#milestone-x'],
    ['invoice', '/client-portal/p?tab=invoices#invoice-x'],
    ['overdue_invoice', '/client-portal/p?tab=invoices#invoice-x'],
    ['request', '/client-portal/p?tab=overview#request-x'],
    ['message', '/client-portal/p?tab=feedback#view'],
  ] as const)('of a %s is %s', (kind, path) => {
    expect(waitingPath('p', { kind, id: 'x' })).toBe(path);
  });
});
