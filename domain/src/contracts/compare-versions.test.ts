import { expect, it } from 'vitest';
import { type ComparedVersion, type ContractTerms, compareVersions } from './terms.ts';

const terms: ContractTerms = {
  lines: [{ id: 'a', title: 'Website', detail: '', price: 900 }],
  plan: {
    kind: 'custom',
    parts: [{ id: 'b', label: 'at launch', percent: 100, due: 'finish', milestoneId: null, date: null }],
  },
  start: '2030-01-31',
  finish: null,
  feedbackRounds: 2,
  clauses: [{ id: 'c', title: 'Time', text: 'In time.' }],
};
const made: ComparedVersion = { total: 900, document: 'made', isMade: true, terms };
const linked: ComparedVersion = {
  total: 800,
  document: 'a link',
  isMade: false,
  terms: {
    ...terms,
    lines: [],
    start: null,
    clauses: [],
    plan: { kind: 'custom', parts: terms.plan.parts.map((part) => ({ ...part, label: 'at the end' })) },
  },
};

it('compareVersions says nothing of lines, dates and clauses where a document isn’t made by the product', () => {
  for (const [before, after] of [
    [made, linked],
    [linked, made],
  ] as const) {
    expect(compareVersions(before, after).map(({ what }) => what)).toEqual(['document', 'total', 'payment']);
  }
});
