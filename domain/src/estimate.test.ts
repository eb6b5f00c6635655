import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { FEATURE_IDS, type FeatureId } from './catalogue.ts';
import {
  buildSize,
  type EstimateInput,
  estimateBrief,
  formatPriceRange,
  formatSpan,
  formatUsd,
  type PriceList,
} from './estimate.ts';
import { estimateSchema } from './estimate-schema.ts';
import { CONTENT_READINESS, TIMELINE_CONFIDENCES } from './onboarding.ts';

/** Prices that are easy to add up in the head. */
const prices: PriceList = {
  features: Object.fromEntries(
    FEATURE_IDS.map((id) => [id, id === 'support' ? { low: 0, high: 0 } : { low: 100, high: 200 }]),
  ) as PriceList['features'],
  carePerMonth: { low: 10, high: 20 },
  includedPages: 3,
  extraPage: { low: 50, high: 60 },
  spans: {
    care: { minDays: 0, maxDays: 0 },
    additions: { minDays: 3, maxDays: 7 },
    landing: { minDays: 3, maxDays: 7 },
    site: { minDays: 14, maxDays: 21 },
    large: { minDays: 28, maxDays: 56, open: true },
  },
  contentHelp: { share: 0.1, days: 7 },
  hardDeadlineShare: 0.2,
  roundTo: 10,
};

const input = (features: FeatureId[], rest: Partial<EstimateInput> = {}): EstimateInput => ({
  features,
  pages: 'Home, About, Contact',
  timelineConfidence: 'flexible',
  contentReadiness: 'ready',
  ...rest,
});

test.each([
  [[], 'care'],
  [['support'], 'care'],
  [['seo', 'support'], 'additions'],
  [['lp'], 'landing'],
  [['lp', 'seo'], 'landing'],
  [['web'], 'site'],
  [['web', 'lp'], 'site'],
  [['ecom'], 'large'],
  [['ai', 'lp'], 'large'],
  [['web', 'ecom', 'ai'], 'large'],
] as const)('%j is a build of size %s', (features, size) => {
  expect(buildSize(features)).toBe(size);
});

describe('the estimate', () => {
  test.each([
    [
      'care alone',
      input(['support']),
      { low: 0, high: 0, monthlyLow: 10, monthlyHigh: 20, minDays: 0, maxDays: 0 },
    ],
    [
      'one feature',
      input(['seo']),
      { low: 100, high: 200, monthlyLow: 0, monthlyHigh: 0, minDays: 3, maxDays: 7 },
    ],
    [
      'a sum',
      input(['web', 'seo', 'support']),
      { low: 200, high: 400, monthlyLow: 10, minDays: 14, maxDays: 21 },
    ],
    ['pages within what is included', input(['web'], { pages: 'a, b, ,c,' }), { low: 100, high: 200 }],
    ['further pages', input(['web'], { pages: 'a,b,c,d,e' }), { low: 200, high: 320 }],
    ['further pages without a site', input(['lp'], { pages: 'a,b,c,d,e' }), { low: 100, high: 200 }],
    [
      'content to write',
      input(['lp'], { contentReadiness: 'need help' }),
      { low: 110, high: 220, maxDays: 14 },
    ],
    [
      'content half there',
      input(['lp'], { contentReadiness: 'partial' }),
      { low: 100, high: 200, maxDays: 7 },
    ],
    [
      'content for nothing built',
      input(['support'], { contentReadiness: 'need help' }),
      { high: 0, maxDays: 0 },
    ],
    [
      'a date that cannot move',
      input(['lp'], { timelineConfidence: 'hard' }),
      { low: 120, high: 240, maxDays: 7 },
    ],
    [
      'both',
      input(['lp'], { timelineConfidence: 'hard', contentReadiness: 'need help' }),
      { low: 130, high: 260, maxDays: 14 },
    ],
    ['a large build', input(['ecom']), { minDays: 28, maxDays: 56, openEnded: true, size: 'large' }],
  ] as const)('of %s', (_name, brief, expected) => {
    const estimate = estimateBrief(brief, prices);
    expect(estimate).toMatchObject(expected);
    expect(estimateSchema.parse(estimate)).toEqual(estimate);
  });

  const anyBrief = fc.record({
    features: fc.subarray([...FEATURE_IDS]),
    pages: fc.array(fc.constantFrom('Home', 'Shop', ''), { maxLength: 12 }).map((pages) => pages.join(',')),
    timelineConfidence: fc.constantFrom('' as const, ...TIMELINE_CONFIDENCES),
    contentReadiness: fc.constantFrom('' as const, ...CONTENT_READINESS),
  });
  const price = fc.integer({ min: 0, max: 5000 });
  const anyPrices = fc
    .record({
      ranges: fc.array(fc.tuple(price, price), {
        minLength: FEATURE_IDS.length,
        maxLength: FEATURE_IDS.length,
      }),
      roundTo: fc.constantFrom(1, 50, 100),
    })
    .map(
      ({ ranges, roundTo }): PriceList => ({
        ...prices,
        roundTo,
        features: Object.fromEntries(
          ranges.map(([low, more], index) => [FEATURE_IDS[index], { low, high: low + more }]),
        ) as PriceList['features'],
      }),
    );

  it('never falls when a feature is added, and its low end is never above its high end', () => {
    fc.assert(
      fc.property(anyBrief, fc.constantFrom(...FEATURE_IDS), anyPrices, (brief, added, list) => {
        const before = estimateBrief(
          { ...brief, features: brief.features.filter((id) => id !== added) },
          list,
        );
        const after = estimateBrief({ ...brief, features: [...new Set([...brief.features, added])] }, list);
        expect(after.low).toBeGreaterThanOrEqual(before.low);
        expect(after.high).toBeGreaterThanOrEqual(before.high);
        expect(after.monthlyHigh).toBeGreaterThanOrEqual(before.monthlyHigh);
        expect(after.minDays).toBeGreaterThanOrEqual(before.minDays);
        expect(after.maxDays).toBeGreaterThanOrEqual(before.maxDays);
        expect(after.low).toBeLessThanOrEqual(after.high);
        expect(after.minDays).toBeLessThanOrEqual(after.maxDays);
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  [0, '$0'],
  [1234567, '$1,234,567'],
  [99.6, '$100'],
  [null, 'TBD'],
  [undefined, 'TBD'],
  [Number.NaN, 'TBD'],
])('%s is written %s', (amount, text) => {
  expect(formatUsd(amount)).toBe(text);
});

test.each([
  [3200, 4800, '$3,200–$4,800'],
  [500, 500, '$500'],
])('%i to %i is written %s', (low, high, text) => {
  expect(formatPriceRange(low, high)).toBe(text);
});

test.each([
  [{ minDays: 0, maxDays: 0 }, 'ongoing'],
  [{ minDays: 3, maxDays: 7 }, '3–7 days'],
  [{ minDays: 3, maxDays: 14 }, '1–2 weeks'],
  [{ minDays: 7, maxDays: 14 }, '1–2 weeks'],
  [{ minDays: 14, maxDays: 21 }, '2–3 weeks'],
  [{ minDays: 14, maxDays: 28 }, '2–4 weeks'],
  [{ minDays: 28, maxDays: 56, open: true }, '4–8+ weeks'],
  [{ minDays: 7, maxDays: 8 }, '1–2 weeks'],
  [{ minDays: 14, maxDays: 14 }, '2 weeks'],
])('%j is written %s', (span, text) => {
  expect(formatSpan(span)).toBe(text);
});
