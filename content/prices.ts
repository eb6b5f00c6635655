import type { PriceList } from '@atelier/domain/onboarding/estimate.ts';

/**
 * The studio's prices in whole US dollars, and durations in calendar days. The wizard's estimate, the
 * packages on the site and the suggested contract all come from these numbers.
 */
export const prices: PriceList = {
  features: {
    web: { low: 2400, high: 3600 },
    lp: { low: 700, high: 1100 },
    forms: { low: 150, high: 250 },
    brand: { low: 400, high: 900 },
    host: { low: 150, high: 250 },
    ga4: { low: 200, high: 350 },
    leads: { low: 250, high: 400 },
    heat: { low: 200, high: 400 },
    seo: { low: 350, high: 650 },
    ecom: { low: 2200, high: 3800 },
    ai: { low: 1500, high: 2800 },
    boost: { low: 300, high: 600 },
    email: { low: 500, high: 900 },
    support: { low: 0, high: 0 },
  },
  carePerMonth: { low: 90, high: 240 },
  includedPages: 6,
  extraPage: { low: 150, high: 250 },
  spans: {
    care: { minDays: 0, maxDays: 0 },
    additions: { minDays: 3, maxDays: 7 },
    landing: { minDays: 3, maxDays: 7 },
    site: { minDays: 14, maxDays: 21 },
    large: { minDays: 28, maxDays: 56, open: true },
  },
  contentHelp: { share: 0.12, days: 7 },
  hardDeadlineShare: 0.1,
  roundTo: 50,
};
