import type { WaitingGroup, WaitingItem, WaitingKind } from '@atelier/domain/projects/waiting.ts';
import { describe, expect, it } from 'vitest';
import { waitingBadges, waitingRows } from './waiting-rows.ts';

const item = (kind: WaitingKind, fields: Partial<WaitingItem> = {}): WaitingItem => ({
  kind,
  id: 'x',
  title: 'B',
  number: '',
  at: '2026-03-02',
  amount: null,
  ...fields,
});
const group = (kind: WaitingKind, count: number, fields: Partial<WaitingItem> = {}): WaitingGroup => ({
  kind,
  count,
  items: Array.from({ length: Math.min(4, count) }, (_, index) =>
    item(kind, { id: String(index), ...fields }),
  ),
});

describe('waitingRows', () => {
  it.each([
    [
      'overdue_invoice',
      { number: '2026-0007', amount: 161_700 },
      'Invoice 2026-0007 is overdue',
      'invoice-0',
    ],
    ['contract', { number: '1' }, 'The contract', undefined],
    ['contract', { number: '2' }, 'A new version of the contract', undefined],
    ['change_order', { number: '1' }, 'Change order 1: B', 'change-order-0'],
    ['review', {}, 'Review “B”', 'milestone-0'],
    ['invoice', { number: '2026-0008', amount: 100 }, 'Invoice 2026-0008', 'invoice-0'],
    ['request', {}, 'Bring: B', 'request-0'],
    ['message', {}, '1 unread message', undefined],
  ] as const)('says of a %s (%j) “%s”', (kind, fields, title, anchor) => {
    expect(waitingRows([group(kind, 1, fields)])).toEqual([
      expect.objectContaining({ title, ...(anchor && { anchor }) }),
    ]);
  });

  it('says what an overdue invoice comes to and when it was due', () => {
    const [row] = waitingRows([group('overdue_invoice', 1, { amount: 161_700 })]);
    expect(row?.detail).toBe('It was due Mar 2, 2026. $1,617.00 for “B”: pay it, or see how.');
  });

  it('counts the rest when a list gets too long', () => {
    const titles = (count: number) => waitingRows([group('review', count)]).map(({ title }) => title);
    expect(titles(4)).toHaveLength(4);
    expect(titles(6)).toEqual(['Review “B”', 'Review “B”', 'Review “B”', '3 more milestones to review']);
  });
});

describe('waitingBadges', () => {
  it('says each kind in a word, without messages', () => {
    const groups = [
      group('overdue_invoice', 1),
      group('contract', 1),
      group('change_order', 2),
      group('review', 3),
      group('invoice', 1),
      group('request', 2),
      group('message', 4),
    ];
    expect(waitingBadges({ projectId: 'p', groups }).map(({ words }) => words)).toEqual([
      '1 overdue invoice',
      'Contract to read',
      '2 change orders',
      '3 to review',
      '1 to pay',
      '2 to bring',
    ]);
  });
});
