import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { BRIEF } from './brief.ts';
import { FEATURE_IDS, type FeatureId, featureName, PACKAGES } from './catalogue.ts';
import {
  type PlanStage,
  type PlanTerms,
  type SuggestedMilestone,
  suggestContractTotal,
  suggestMilestones,
} from './suggestions.ts';

describe('suggestContractTotal', () => {
  test.each([
    ['the middle', 4_000, 7_000, undefined, 5_500],
    ['the middle where no budget was named', 4_000, 7_000, '', 5_500],
    ['whole dollars', 1_000, 1_001, undefined, 1_001],
    ['the end of a budget below the middle', 4_400, 7_400, '<5k', 5_000],
    ['the low end where the budget ends below it', 6_000, 9_000, '<5k', 6_000],
    ['the middle where the budget allows more', 4_000, 7_000, '10-25k', 5_500],
    ['the middle where the budget has no end', 4_000, 7_000, '50k+', 5_500],
    ['nothing where nothing is built', 0, 0, '50k+', null],
  ] as const)('suggests %s', (_name, low, high, budgetRange, total) => {
    const brief = budgetRange === undefined ? undefined : { budgetRange };
    expect(suggestContractTotal({ low, high }, brief)).toBe(total);
  });
});

const stageNames: readonly PlanStage[] = [
  'kickoff',
  'content',
  'design',
  'site',
  'landing',
  'shop',
  'assistant',
  'measuring',
  'growth',
  'launch',
  'care',
];
const terms: PlanTerms = {
  daysToKickoff: 7,
  featureName,
  stages: Object.fromEntries(
    stageNames.map((name) => [
      name,
      {
        title: name,
        description: `About ${name}.`,
        includes: (names: readonly string[]) => `With ${names.join(' and ')}.`,
      },
    ]),
  ) as PlanTerms['stages'],
  wishedTooSoon: (date) => `Not by ${date}.`,
};

const landing = { minDays: 3, maxDays: 7 };
const site = { minDays: 14, maxDays: 21 };
const large = { minDays: 28, maxDays: 56 };
const care = { minDays: 0, maxDays: 0 };
/** A Monday. */
const SUBMITTED = '2030-04-01';

const brief = (features: readonly FeatureId[], target = '', contentReadiness: '' | 'need help' = '') => ({
  features: [...features],
  target,
  contentReadiness,
});
const dates = (plan: SuggestedMilestone[]) => plan.map(({ title, due }) => [title, due]);
const featuresOf = (key: string) => PACKAGES.find((each) => each.key === key)?.features ?? [];

describe('suggestMilestones', () => {
  test.each([
    [
      'Launch',
      brief(featuresOf('launch')),
      landing,
      [
        ['kickoff', '2030-04-08'],
        ['design', '2030-04-11'],
        ['landing', '2030-04-12'],
        ['measuring', '2030-04-12'],
        ['growth', '2030-04-12'],
        ['launch', '2030-04-15'],
        ['care', null],
      ],
    ],
    [
      'Grow',
      brief(featuresOf('grow')),
      site,
      [
        ['kickoff', '2030-04-08'],
        ['design', '2030-04-12'],
        ['site', '2030-04-23'],
        ['measuring', '2030-04-25'],
        ['growth', '2030-04-26'],
        ['launch', '2030-04-29'],
        ['care', null],
      ],
    ],
    [
      'Pro',
      brief(featuresOf('pro')),
      large,
      [
        ['kickoff', '2030-04-08'],
        ['design', '2030-04-18'],
        ['site', '2030-05-01'],
        ['shop', '2030-05-14'],
        ['assistant', '2030-05-24'],
        ['measuring', '2030-05-27'],
        ['growth', '2030-05-31'],
        ['launch', '2030-06-03'],
        ['care', null],
      ],
    ],
    [
      'a choice of one’s own without a page to build',
      brief(['seo', 'ga4']),
      landing,
      [
        ['kickoff', '2030-04-08'],
        ['measuring', '2030-04-10'],
        ['growth', '2030-04-12'],
        ['launch', '2030-04-15'],
      ],
    ],
    [
      'content that is to be written',
      brief(['lp'], '', 'need help'),
      { minDays: 3, maxDays: 14 },
      [
        ['kickoff', '2030-04-08'],
        ['content', '2030-04-12'],
        ['design', '2030-04-17'],
        ['landing', '2030-04-19'],
        ['launch', '2030-04-22'],
      ],
    ],
    [
      'support only',
      brief(['support']),
      care,
      [
        ['kickoff', '2030-04-08'],
        ['care', null],
      ],
    ],
    [
      'support only, with nothing to write',
      brief(['support'], '', 'need help'),
      care,
      [
        ['kickoff', '2030-04-08'],
        ['care', null],
      ],
    ],
    ['nothing', brief([]), care, []],
  ] as const)('plans %s', (_name, given, span, expected) => {
    expect(dates(suggestMilestones(given, span, SUBMITTED, terms))).toEqual(expected);
  });

  test.each([
    // wished date, kickoff, launch, whether the plan says that the wish can't be met
    ['', '2030-04-08', '2030-04-29', false],
    ['2030-09-04', '2030-08-14', '2030-09-04', false],
    ['2030-09-08', '2030-08-16', '2030-09-08', false],
    ['2030-04-29', '2030-04-08', '2030-04-29', false],
    ['2030-04-22', '2030-04-08', '2030-04-22', false],
    ['2030-04-21', '2030-04-08', '2030-04-29', true],
    ['2030-04-01', '2030-04-08', '2030-04-29', true],
    ['1999-12-31', '2030-04-08', '2030-04-29', true],
    ['9999-12-31', '9999-12-10', '9999-12-31', false],
  ])('with the launch date "%s", plans from %s to %s', (target, kickoff, launch, isTooSoon) => {
    const plan = suggestMilestones(brief(['web'], target), site, `${SUBMITTED}T23:59:59.999Z`, terms);
    expect(plan.at(0)).toMatchObject({ title: 'kickoff', due: kickoff });
    expect(plan.at(-1)).toMatchObject({ title: 'launch', due: launch });
    expect(plan.at(-1)?.description.includes(`Not by ${target}.`)).toBe(isTooSoon);
  });

  it('explains a stage only where the brief has no text for it', () => {
    const [first] = suggestMilestones(brief(['support']), care, SUBMITTED, terms);
    expect(first?.description).toBe('About kickoff.');
    const own = { ...terms, stages: { ...terms.stages, care: { title: 'care', description: 'Said.' } } };
    expect(suggestMilestones(brief(['support']), care, SUBMITTED, own).at(-1)?.description).toBe('Said.');
    const plan = suggestMilestones(brief(['web', 'seo', 'boost', 'host']), site, SUBMITTED, terms);
    expect(plan.map(({ description }) => description)).toEqual([
      'About kickoff.',
      'About design. With Website Dev.',
      'About site. With Website Dev.',
      'About growth. With SEO and Conversion Boosters.',
      'About launch. With Hosting + SSL + Speed Pass.',
    ]);
  });

  const day = fc
    .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const anyPlan = fc.record({
    features: fc.subarray([...FEATURE_IDS]),
    target: fc.oneof(fc.constant('' as const), day),
    contentReadiness: fc.constantFrom('' as const, ...BRIEF.contentReadiness.answers),
    submitted: day,
    span: fc.constantFrom(care, landing, site, large),
  });

  it('names every chosen feature, keeps its dates in order and never starts before the brief', () => {
    fc.assert(
      fc.property(anyPlan, ({ submitted, span, ...given }) => {
        const plan = suggestMilestones(given, span, submitted, terms);
        const due = plan.flatMap((each) => each.due ?? []);
        expect(due).toEqual(due.toSorted());
        for (const date of due) expect(date > submitted).toBe(true);
        const words = plan.map(({ description }) => description).join(' ');
        for (const id of given.features) expect(words).toContain(featureName(id));
      }),
      { numRuns: 500 },
    );
  });
});
