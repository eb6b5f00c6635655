import { describe, expect, it } from 'vitest';
import { compareTodos, todoDue } from './rules.ts';

describe('compareTodos', () => {
  it('puts the soonest due first, undated ones last, and older ones first among equals', () => {
    const todos = [
      { id: '1', due: null },
      { id: '4', due: '2026-03-02' },
      { id: '3', due: '2026-03-02' },
      { id: '5', due: '2026-03-01' },
      { id: '2', due: null },
    ];
    expect(todos.toSorted(compareTodos).map(({ id }) => id)).toEqual(['5', '3', '4', '1', '2']);
  });
});

describe('todoDue', () => {
  it.each([
    ['2026-03-01', 'overdue'],
    ['2026-03-02', 'today'],
    ['2026-03-03', undefined],
    [null, undefined],
  ] as const)('of %s on 2026-03-02 is %s', (due, state) => {
    expect(todoDue({ due }, '2026-03-02')).toBe(state);
  });
});
