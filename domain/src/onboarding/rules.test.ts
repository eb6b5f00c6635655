import { describe, expect, it, test } from 'vitest';
import { type Brief, emptyBrief } from './brief.ts';
import {
  answeredStep,
  briefIssues,
  furthestStep,
  isSameBrief,
  ONBOARDING_STORAGE_KEY,
  stepIssues,
  stepOrderIssues,
  withoutBlankRows,
  withoutEmptyRows,
} from './rules.ts';

const complete: Brief = {
  ...emptyBrief('Europe/London'),
  contact: 'Ada Sample',
  email: 'ada@example.com',
  timelineConfidence: 'firm',
  contentReadiness: 'partial',
};

const paths = (step: number, change: Partial<Brief>) =>
  stepIssues(step, { ...complete, ...change }).map((issue) => issue.path);

it('ONBOARDING_STORAGE_KEY is the key that the specification names', () => {
  expect(ONBOARDING_STORAGE_KEY).toBe('onboarding:start');
});

describe('stepIssues', () => {
  it.each([
    // step 2 requires a primary contact and a plausible address
    [2, {}, []],
    [2, { contact: '' }, ['contact']],
    [2, { contact: '   ' }, ['contact']],
    [2, { email: '' }, ['email']],
    [2, { email: 'ada@example' }, ['email']],
    [2, { email: 'a da@example.com' }, ['email']],
    [2, { contact: '', email: '' }, ['contact', 'email']],
    [2, { company: '', domain: '', timezone: '' }, []],
    // step 4 requires the timeline's confidence and the content's readiness
    [4, {}, []],
    [4, { timelineConfidence: '' }, ['timelineConfidence']],
    [4, { contentReadiness: '' }, ['contentReadiness']],
    [4, { timelineConfidence: '', contentReadiness: '' }, ['timelineConfidence', 'contentReadiness']],
    [4, { timelineConfidence: 'flexible', contentReadiness: 'need help' }, []],
    // the success metric "other" requires a budget or a description
    [4, { successMetric: 'other' }, ['successOther']],
    [4, { successMetric: 'other', successOther: '   ' }, ['successOther']],
    [4, { successMetric: 'other', successOther: 'A prize' }, []],
    [4, { successMetric: 'other', budgetRange: '<5k' }, []],
    [4, { successMetric: 'other', budgetRange: '50k+', successOther: 'A prize' }, []],
    [4, { successMetric: 'leads' }, []],
    [4, { successMetric: '' }, []],
    // the other steps require nothing
    [1, { features: [] }, []],
    [3, { goals: '', pages: '' }, []],
    [5, { tone: '', assetsLink: '' }, []],
    [6, { target: '', crm: '' }, []],
    [7, {}, []],
  ] as const)('finds at step %i with %j the issues %j', (step, change, issues) => {
    expect(paths(step, change as Partial<Brief>)).toEqual(issues);
  });

  it('finds nothing in a complete brief, and four issues in an untouched one', () => {
    expect(briefIssues(complete)).toEqual([]);
    expect(briefIssues(emptyBrief()).map((issue) => issue.path)).toEqual([
      'contact',
      'email',
      'timelineConfidence',
      'contentReadiness',
    ]);
  });

  test.each([
    [emptyBrief(), 2],
    [{ ...complete, email: 'x' }, 2],
    [{ ...complete, contentReadiness: '' as const }, 4],
    [complete, 7],
  ])('furthestStep lets brief %# reach the first step with issues, or the review', (brief, step) => {
    expect(furthestStep(brief)).toBe(step);
  });
});

describe('stepOrderIssues', () => {
  const empty = emptyBrief();
  const business = { ...empty, contact: 'Ada', email: 'ada@example.com' };
  test.each([
    [1, empty, []],
    [2, empty, []],
    [3, empty, ['step', 'contact', 'email']],
    [7, { ...empty, contact: 'Ada' }, ['step', 'email']],
    [4, business, []],
    [5, business, ['step', 'timelineConfidence', 'contentReadiness']],
    [5, { ...complete, successMetric: 'other' as const }, ['step', 'successOther']],
    [7, complete, []],
    [3, { ...complete, email: 'nope' }, ['step', 'email']],
  ])('lists what comes before step %i of brief %#: %j', (step, brief, expected) => {
    expect(stepOrderIssues(step, brief).map(({ path }) => path)).toEqual(expected);
  });

  test.each([
    [1, 0],
    [2, 0],
    [3, 2],
    [4, 2],
    [5, 4],
    [7, 4],
  ])('answeredStep: a client who may go to step %i has been to step %i', (furthest, answered) => {
    expect(answeredStep(furthest)).toBe(answered);
  });

  it('names the step that comes first in a sentence', () => {
    expect(stepOrderIssues(5, business)[0]?.message).toBe('Step 4, Discovery, comes first.');
  });
});

describe('withoutEmptyRows', () => {
  it('drops rows without text, and notes without a site', () => {
    const brief = withoutEmptyRows({
      ...complete,
      decisionMakers: [
        { name: '', role: '' },
        { name: 'Ada', role: '' },
        { name: '', role: 'Owner' },
      ],
      inspirationUrls: [
        { url: '', note: 'a note without a link' },
        { url: 'https://example.com', note: '' },
      ],
    });
    expect(brief.decisionMakers).toEqual([
      { name: 'Ada', role: '' },
      { name: '', role: 'Owner' },
    ]);
    expect(brief.inspirationUrls).toEqual([{ url: 'https://example.com', note: '' }]);
  });
});

describe('withoutBlankRows', () => {
  it('keeps a note without its site while the brief is a draft', () => {
    const note = { url: '', note: 'a note without a link' };
    const { inspirationUrls, decisionMakers } = withoutBlankRows({
      ...complete,
      inspirationUrls: [note, { url: ' ', note: '' }],
      decisionMakers: [{ name: '', role: '' }],
    });
    expect([inspirationUrls, decisionMakers]).toEqual([[note], []]);
  });
});

describe('isSameBrief', () => {
  it('compares the answers, not their stored order', () => {
    const reversed = Object.fromEntries(Object.entries(complete).toReversed()) as Brief;
    expect(isSameBrief(complete, reversed)).toBe(true);
    expect(isSameBrief(complete, { ...complete, mustHaves: ['Booking'] })).toBe(false);
  });
});
