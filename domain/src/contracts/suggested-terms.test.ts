import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { emptyBrief } from '../onboarding/brief.ts';
import { FEATURE_IDS } from '../onboarding/catalogue.ts';
import type { PriceList } from '../onboarding/estimate.ts';
import { type ContractWords, planOfKind, suggestLines, suggestTerms } from './suggested-terms.ts';
import { PLAN_KINDS, totalOfLines } from './terms.ts';

const words: ContractWords = {
  featureLine: (id) => ({ title: `The ${id}`, detail: '' }),
  extraPages: (count) => `${count} more pages`,
  contentHelp: 'Content',
  hardDeadline: 'A fixed date',
  dues: {
    acceptance: 'at once',
    change: 'with it',
    launch: 'at launch',
    milestone: (title) => `after ${title}`,
  },
  launchTitle: 'Launch',
  reservePercent: 50,
  feedbackRounds: 2,
  clauses: [{ title: 'Law', text: 'Applies.' }],
};
const zero = { low: 0, high: 0 };
const prices = {
  features: {
    ...(Object.fromEntries(FEATURE_IDS.map((id) => [id, zero])) as PriceList['features']),
    web: { low: 2_400, high: 3_600 },
    seo: { low: 350, high: 650 },
  },
  includedPages: 3,
  extraPage: { low: 150, high: 250 },
  contentHelp: { share: 0.1, days: 7 },
  hardDeadlineShare: 0.2,
} as PriceList;
let count = 0;
const newId = () => {
  count += 1;
  return `id${count}`;
};
const brief = { ...emptyBrief(), features: ['web', 'seo', 'support'] as const };
const lines = (total: number | null, change: Partial<typeof brief> = {}) =>
  suggestLines({ ...brief, ...change, features: [...brief.features] }, prices, { total, words, newId });
const shown = (made: ReturnType<typeof lines>) => made.map(({ title, price }) => [title, price]);

describe('suggestLines', () => {
  it('gives each feature with a price its share of the total', () => {
    expect(shown(lines(3_500))).toEqual([
      ['The web', 3_000],
      ['The seo', 500],
    ]);
  });

  it('has lines for more pages, for content and for a fixed date', () => {
    const asked = {
      pages: 'Home, About, Shop, Blog, Team',
      contentReadiness: 'need help',
      timelineConfidence: 'hard',
    } as const;
    expect(shown(lines(5_070, asked)).map(([title]) => title)).toEqual([
      'The web',
      'The seo',
      '2 more pages',
      'Content',
      'A fixed date',
    ]);
  });

  it('has none without a total, or where nothing is paid once', () => {
    expect(lines(null)).toEqual([]);
    expect(
      suggestLines({ ...emptyBrief(), features: ['support'] }, prices, { total: 100, words, newId }),
    ).toEqual([]);
  });

  it('adds up to the total, whatever that is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (total) => {
        expect(totalOfLines(lines(total, { pages: 'a, b, c, d, e', timelineConfidence: 'hard' }))).toBe(
          total,
        );
      }),
    );
  });
});

const milestones = ['Kickoff', 'Design', 'Website', 'Launch', 'Care'].map((title) => ({
  id: `m ${title}`,
  title,
}));
const plan = (kind: (typeof PLAN_KINDS)[number], named = milestones) => {
  const made = planOfKind(kind, { milestones: named, words, newId });
  return [
    made.kind,
    ...made.parts.map((part) =>
      `${part.percent}% ${part.label}, ${part.due} ${part.milestoneId ?? ''}`.trim(),
    ),
  ];
};

test.each([
  ['halves', milestones, ['halves', '50% at once, acceptance', '50% at launch, milestone m Launch']],
  ['halves', [], ['halves', '50% at once, acceptance', '50% at launch, finish']],
  ['custom', milestones, ['custom', '50% at once, acceptance', '50% at launch, milestone m Launch']],
  [
    'thirds',
    milestones,
    [
      'thirds',
      '34% at once, acceptance',
      '33% after Website, milestone m Website',
      '33% at launch, milestone m Launch',
    ],
  ],
  ['thirds', [], ['halves', '50% at once, acceptance', '50% at launch, finish']],
  [
    'milestones',
    milestones.slice(0, 3),
    [
      'milestones',
      '34% after Kickoff, milestone m Kickoff',
      '33% after Design, milestone m Design',
      '33% after Website, milestone m Website',
    ],
  ],
  ['milestones', [], ['halves', '50% at once, acceptance', '50% at launch, finish']],
] as const)('planOfKind makes of %s with %j %j', (kind, named, made) => {
  expect(plan(kind, [...named])).toEqual(made);
});

test.each(PLAN_KINDS)('planOfKind %s adds up to 100%% for any number of milestones', (kind) => {
  for (let number = 0; number <= 40; number += 1) {
    const many = Array.from({ length: number }, (_, index) => ({ id: `m${index}`, title: `Step ${index}` }));
    const { parts } = planOfKind(kind, { milestones: many, words, newId });
    expect(parts.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
    expect(parts.every(({ percent }) => percent >= 1)).toBe(true);
  }
});

test('suggestTerms has the usual plan, rounds and clauses, each with an id', () => {
  const made = suggestTerms({ lines: [], milestones, words, newId });
  expect(made).toMatchObject({
    plan: { kind: 'halves' },
    feedbackRounds: 2,
    clauses: [{ title: 'Law' }],
    start: null,
  });
  expect(new Set([...made.clauses, ...made.plan.parts].map(({ id }) => id)).size).toBe(3);
});
