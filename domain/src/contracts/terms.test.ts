import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type ComparedVersion,
  type ContractTerms,
  compareVersions,
  contractTotal,
  equalPercents,
  fillClause,
  planAmounts,
  totalOfLines,
} from './terms.ts';

const terms: ContractTerms = {
  lines: [
    { id: 'l1', title: 'Website', detail: '', price: 4_000 },
    { id: 'l2', title: 'Shop', detail: '20 products', price: 2_000 },
  ],
  plan: {
    kind: 'halves',
    parts: [
      {
        id: 'p1',
        label: 'when this contract is accepted',
        percent: 50,
        due: 'acceptance',
        milestoneId: null,
        date: null,
      },
      { id: 'p2', label: 'at launch', percent: 50, due: 'finish', milestoneId: null, date: null },
    ],
  },
  start: null,
  finish: '2030-03-01',
  feedbackRounds: 2,
  clauses: [{ id: 'c1', title: 'Feedback', text: 'Up to {rounds}.' }],
};
const version: ComparedVersion = { total: 6_000, document: 'made from the brief', terms };

test.each([
  [[], 0],
  [[{ price: 100 }, { price: -30 }], 70],
  [[{ price: 100 }, { price: null }], null],
])('totalOfLines adds %j up to %j', (lines, total) => {
  expect(totalOfLines(lines)).toBe(total);
});

test('contractTotal is what the lines add up to, and without lines what was typed', () => {
  expect(contractTotal(1, terms.lines)).toBe(6_000);
  expect(contractTotal(1, [])).toBe(1);
  expect(contractTotal(null, [])).toBeNull();
});

test('planAmounts add up to the total, whatever the plan', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 1, max: 24 }), (total, count) => {
      const parts = equalPercents(count).map((percent) => ({ percent }));
      expect(parts.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
      const amounts = planAmounts(total, parts);
      expect(amounts.reduce<number>((sum, amount) => sum + (amount ?? Number.NaN), 0)).toBe(total);
    }),
  );
});

test('planAmounts are open as long as the total is', () => {
  expect(planAmounts(null, terms.plan.parts)).toEqual([null, null]);
});

test.each([
  ['Up to {rounds}, {payments}.', 'Up to 2 rounds, 50% when this contract is accepted, 50% at launch.'],
  ['{unknown} {Rounds} {} {toString}', '{unknown} {Rounds} {} {toString}'],
])('fillClause makes of %j %j', (text, filled) => {
  expect(fillClause(text, terms)).toBe(filled);
});

test('fillClause says one round in the singular', () => {
  expect(fillClause('{rounds}', { ...terms, feedbackRounds: 1 })).toBe('1 round');
});

describe('compareVersions', () => {
  const against = (change: Partial<ContractTerms>, other: Partial<ComparedVersion> = {}) =>
    compareVersions(version, { ...version, ...other, terms: { ...terms, ...change } });
  const [first, second] = terms.lines as [ContractTerms['lines'][0], ContractTerms['lines'][0]];

  it('finds nothing where nothing differs', () => expect(against({})).toEqual([]));

  it.each<[string, Partial<ContractTerms>, Partial<ComparedVersion>, object[]]>([
    [
      'a new line',
      { lines: [...terms.lines, { id: 'l3', title: 'Logo', detail: '', price: null }] },
      {},
      [{ what: 'line', name: 'Logo', before: null, after: 'TBD' }],
    ],
    [
      'a line that went',
      { lines: [first] },
      {},
      [{ what: 'line', name: 'Shop', before: '$2,000: 20 products', after: null }],
    ],
    [
      'another price and the total',
      { lines: [{ ...first, price: 5_000 }, second] },
      { total: 7_000 },
      [
        { what: 'line', name: 'Website', before: '$4,000', after: '$5,000' },
        { what: 'total', name: '', before: '$6,000', after: '$7,000' },
      ],
    ],
    [
      'a line’s new name',
      { lines: [{ ...first, title: 'Site' }, second] },
      {},
      [{ what: 'line', name: 'Site', before: 'Website: $4,000', after: '$4,000' }],
    ],
    ['lines in another order', { lines: [second, first] }, {}, []],
    [
      'another payment, start and end',
      {
        plan: {
          kind: 'custom',
          parts: terms.plan.parts.map((part) =>
            part.id === 'p2' ? { ...part, due: 'date', date: '2030-04-01' } : part,
          ),
        },
        start: '2030-01-01',
        finish: null,
      },
      {},
      [
        { what: 'payment', name: 'at launch', before: '50%', after: '50%, 2030-04-01' },
        { what: 'start', name: '', before: null, after: '2030-01-01' },
        { what: 'finish', name: '', before: '2030-03-01', after: null },
      ],
    ],
    [
      'the rounds, and a clause that names them',
      { feedbackRounds: 3 },
      {},
      [
        { what: 'rounds', name: '', before: '2', after: '3' },
        { what: 'clause', name: 'Feedback', before: 'Up to 2 rounds.', after: 'Up to 3 rounds.' },
      ],
    ],
    [
      'another document',
      {},
      { document: 'the link https://x.example' },
      [{ what: 'document', name: '', before: 'made from the brief', after: 'the link https://x.example' }],
    ],
  ])('finds %s', (_what, change, other, found) => {
    expect(against(change, other)).toEqual(found);
  });

  it('compares only price, lines and document with a version of a time before terms', () => {
    expect(
      compareVersions({ ...version, terms: null }, { ...version, terms: { ...terms, lines: [] } }),
    ).toEqual([]);
  });
});
