import { splitCommaList } from '../text.ts';
import type { Brief } from './brief.ts';
import type { FeatureId } from './catalogue.ts';

/** The size of a build; each has a published time span. */
export const BUILD_SIZES = ['care', 'additions', 'landing', 'site', 'large'] as const;
export type BuildSize = (typeof BUILD_SIZES)[number];

/** US dollars, whole. */
export interface PriceRange {
  low: number;
  high: number;
}

/** A span in calendar days; `open` if the longest builds may take even longer ("8+ weeks"). */
export interface Span {
  minDays: number;
  maxDays: number;
  open?: boolean;
}

/** The owner's prices; the numbers are in `content/`. */
export interface PriceList {
  /** The one-time price of each feature. Care is monthly and has none. */
  features: Record<FeatureId, PriceRange>;
  /** Ongoing care, per month. */
  carePerMonth: PriceRange;
  /** Pages included in a site's price, and the price of each further one. */
  includedPages: number;
  extraPage: PriceRange;
  spans: Record<BuildSize, Span>;
  /** Share of the price and days added when the client's content needs writing. */
  contentHelp: { share: number; days: number };
  /** Share of the price added for a date that can't move. */
  hardDeadlineShare: number;
  /** Prices are rounded to this many dollars: an estimate that looks exact would lie. */
  roundTo: number;
}

/** A build's expected cost and duration. Money is whole US dollars; days are calendar days. */
export interface Estimate {
  currency: 'USD';
  low: number;
  high: number;
  monthlyLow: number;
  monthlyHigh: number;
  minDays: number;
  maxDays: number;
  openEnded: boolean;
  size: BuildSize;
}

/** The answers that affect an estimate. */
export type EstimateInput = Pick<Brief, 'features' | 'pages' | 'timelineConfidence' | 'contentReadiness'>;

/** The size of a build with these features. */
export function buildSize(features: readonly FeatureId[]): BuildSize {
  const has = (id: FeatureId) => features.includes(id);
  if (has('ecom') || has('ai')) return 'large';
  if (has('web')) return 'site';
  if (has('lp')) return 'landing';
  return features.some((id) => id !== 'support') ? 'additions' : 'care';
}

/** The pages of a site beyond those in its price. */
export function extraPagesOf({ features, pages }: EstimateInput, { includedPages }: PriceList): number {
  return features.includes('web') ? Math.max(0, splitCommaList(pages).length - includedPages) : 0;
}

/** True if something is built whose content the client needs written. */
export function needsContentHelp({ features, contentReadiness }: EstimateInput): boolean {
  return contentReadiness === 'need help' && buildSize(features) !== 'care';
}

/**
 * A price range in whole US dollars and a span of days for a brief: the sum of its features' prices,
 * further pages of a site, a share if content must be written or the date is fixed; the span published for
 * a build of that size. It is an estimate, never an offer: the owner sets the contract's total.
 */
export function estimateBrief(brief: EstimateInput, prices: PriceList): Estimate {
  const size = buildSize(brief.features);
  const extraPages = extraPagesOf(brief, prices);
  const needsContent = needsContentHelp(brief);
  const share =
    1 +
    (needsContent ? prices.contentHelp.share : 0) +
    (brief.timelineConfidence === 'hard' ? prices.hardDeadlineShare : 0);

  const total = (end: keyof PriceRange) => {
    const features = brief.features.reduce((sum, id) => sum + prices.features[id][end], 0);
    return (
      Math.round(((features + extraPages * prices.extraPage[end]) * share) / prices.roundTo) * prices.roundTo
    );
  };
  const span = prices.spans[size];
  const care = brief.features.includes('support');
  return {
    currency: 'USD',
    low: total('low'),
    high: total('high'),
    monthlyLow: care ? prices.carePerMonth.low : 0,
    monthlyHigh: care ? prices.carePerMonth.high : 0,
    minDays: span.minDays,
    maxDays: span.maxDays + (needsContent ? prices.contentHelp.days : 0),
    openEnded: span.open ?? false,
    size,
  };
}

/** A whole amount of US dollars, without decimals; "TBD" without one (specification section 3). */
export function formatUsd(amount: number | null | undefined): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return 'TBD';
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  }).format(amount);
}

/** A displayed price range: "$3,200–$4,800". */
export function formatPriceRange(low: number, high: number): string {
  return low === high ? formatUsd(low) : `${formatUsd(low)}–${formatUsd(high)}`;
}

/** A displayed span: days up to a week, else whole weeks: "3–7 days", "2–3 weeks", "4–8+ weeks". */
export function formatSpan(span: Span): string {
  if (span.maxDays <= 0) return 'ongoing';
  if (span.maxDays <= 7) return `${span.minDays}–${span.maxDays} days`;
  const min = Math.max(1, Math.round(span.minDays / 7));
  const max = Math.max(min, Math.ceil(span.maxDays / 7));
  const plus = span.open ? '+' : '';
  return min === max && !plus ? `${max} ${max === 1 ? 'week' : 'weeks'}` : `${min}–${max}${plus} weeks`;
}

/** Whether anything in it is paid once; care alone isn't. */
export const hasBuildPrice = (estimate: Estimate): boolean => estimate.high > 0;
export const hasCarePrice = (estimate: Estimate): boolean => estimate.monthlyHigh > 0;

/** The displayed monthly price of care: "$90–$240 a month". */
export function describeCare({ monthlyLow, monthlyHigh }: Estimate): string {
  return `${formatPriceRange(monthlyLow, monthlyHigh)} a month`;
}

/** The displayed price: "$1,050–$1,650", "$90–$240 a month" for care alone, or nothing chosen. */
export function describePrice(estimate: Estimate): string {
  if (hasBuildPrice(estimate)) return formatPriceRange(estimate.low, estimate.high);
  return hasCarePrice(estimate) ? describeCare(estimate) : 'Nothing chosen yet';
}

/** The displayed duration: "2–3 weeks". */
export function describeTime({ minDays, maxDays, openEnded }: Estimate): string {
  return formatSpan({ minDays, maxDays, open: openEnded });
}
