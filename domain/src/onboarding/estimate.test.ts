import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { BRIEF } from './brief.ts';
import { FEATURE_IDS, type FeatureId, PACKAGES } from './catalogue.ts';
import {
  buildSize,
  type Estimate,
  type EstimateInput,
  estimateBrief,
  formatPriceRange,
  formatSpan,
  formatUsd,
  type PriceList,
  type Span,
} from './estimate.ts';
import { estimateSchema } from './schema.ts';

/**
 * A price list without equal numbers: each feature has its own digit, so that a sum shows which ones it
 * contains, and each size has its own span.
 */
const prices: PriceList = {
  features: Object.fromEntries(
    FEATURE_IDS.map((id, place) => [
      id,
      id === 'support' ? { low: 0, high: 0 } : { low: 2 ** place * 10, high: 2 ** place * 30 },
    ]),
  ) as PriceList['features'],
  carePerMonth: { low: 11, high: 23 },
  includedPages: 3,
  extraPage: { low: 50, high: 60 },
  spans: {
    care: { minDays: 0, maxDays: 0 },
    additions: { minDays: 2, maxDays: 5 },
    landing: { minDays: 3, maxDays: 7 },
    site: { minDays: 14, maxDays: 21 },
    large: { minDays: 28, maxDays: 56, open: true },
  },
  contentHelp: { share: 0.1, days: 4 },
  hardDeadlineShare: 0.2,
  roundTo: 10,
};

/** The total of these features with a share on top, rounded to ten dollars. */
const sum = (features: readonly FeatureId[], share = 1, extraPages = 0) => {
  const end = (which: 'low' | 'high') => {
    const each = features.map((id) => prices.features[id][which]);
    const total = each.reduce((one, other) => one + other, 0) + extraPages * prices.extraPage[which];
    return Math.round((total * share) / 10) * 10;
  };
  return { low: end('low'), high: end('high') };
};
const care = { monthlyLow: prices.carePerMonth.low, monthlyHigh: prices.carePerMonth.high };
const noCare = { monthlyLow: 0, monthlyHigh: 0 };
const { contentHelp, hardDeadlineShare } = prices;
const withHelp = ({ minDays, maxDays }: Span) => ({ minDays, maxDays: maxDays + contentHelp.days });

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
] as const)('buildSize: %j is a build of size %s', (features, size) => {
  expect(buildSize(features)).toBe(size);
});

describe('estimateBrief', () => {
  test.each<[string, EstimateInput, Partial<Estimate>]>([
    ['care alone', input(['support']), { low: 0, high: 0, ...care, ...prices.spans.care, size: 'care' }],
    ['nothing', input([]), { low: 0, high: 0, ...noCare, ...prices.spans.care, size: 'care' }],
    ['a sum', input(['web', 'seo']), { ...sum(['web', 'seo']), ...noCare, ...prices.spans.site }],
    ['a sum with care', input(['web', 'support']), { ...sum(['web']), ...care, ...prices.spans.site }],
    ['pages within what is included', input(['web'], { pages: 'a, b, ,c,' }), sum(['web'])],
    ['further pages', input(['web'], { pages: 'a,b,c,d,e' }), sum(['web'], 1, 2)],
    ['further pages without a site', input(['lp'], { pages: 'a,b,c,d,e' }), sum(['lp'])],
    [
      'content to write',
      input(['lp'], { contentReadiness: 'need help' }),
      { ...sum(['lp'], 1 + contentHelp.share), ...withHelp(prices.spans.landing) },
    ],
    [
      'content half there',
      input(['lp'], { contentReadiness: 'partial' }),
      { ...sum(['lp']), ...prices.spans.landing },
    ],
    [
      'content for nothing built',
      input(['support'], { contentReadiness: 'need help' }),
      { low: 0, high: 0, ...prices.spans.care },
    ],
    [
      'a date that cannot move',
      input(['lp'], { timelineConfidence: 'hard' }),
      { ...sum(['lp'], 1 + hardDeadlineShare), ...prices.spans.landing },
    ],
    ['a firm date', input(['lp'], { timelineConfidence: 'firm' }), sum(['lp'])],
    [
      'both, on further pages too',
      input(['web'], {
        timelineConfidence: 'hard',
        contentReadiness: 'need help',
        pages: 'a,b,c,d',
      }),
      { ...sum(['web'], 1 + contentHelp.share + hardDeadlineShare, 1), ...withHelp(prices.spans.site) },
    ],
    ['a large build', input(['ecom']), { minDays: 28, maxDays: 56, openEnded: true, size: 'large' }],
  ])('estimates %s', (_name, brief, expected) => {
    const estimate = estimateBrief(brief, prices);
    expect(estimate).toMatchObject(expected);
    expect(estimateSchema.parse(estimate)).toEqual(estimate);
  });

  test.each(FEATURE_IDS)('estimates %s alone at its list price and the span of its size', (id) => {
    const estimate = estimateBrief(input([id]), prices);
    const { open = false, ...span } = prices.spans[buildSize([id])];
    expect(estimate).toMatchObject({ ...prices.features[id], ...span, openEnded: open });
  });

  test.each(PACKAGES)('estimates $name as its features together', ({ features }) => {
    expect(estimateBrief(input([...features]), prices)).toMatchObject({ ...sum(features), ...care });
  });

  const anyBrief = fc.record({
    features: fc.subarray([...FEATURE_IDS]),
    pages: fc.array(fc.constantFrom('Home', 'Shop', ''), { maxLength: 12 }).map((pages) => pages.join(',')),
    timelineConfidence: fc.constantFrom('' as const, ...BRIEF.timelineConfidence.answers),
    contentReadiness: fc.constantFrom('' as const, ...BRIEF.contentReadiness.answers),
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

  it('never falls when a feature is added, and its low end never exceeds its high end', () => {
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
])('formatUsd writes %s as %s', (amount, text) => {
  expect(formatUsd(amount)).toBe(text);
});

test.each([
  [3200, 4800, '$3,200–$4,800'],
  [500, 500, '$500'],
])('formatPriceRange writes %i to %i as %s', (low, high, text) => {
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
])('formatSpan writes %j as %s', (span, text) => {
  expect(formatSpan(span)).toBe(text);
});
