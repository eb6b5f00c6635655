import { type FeatureId, PACKAGES, type PackageKey } from '@atelier/domain/onboarding/catalogue.ts';
import { estimateBrief, formatPriceRange, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { type PackageCopy, packageCopy } from './packages.ts';
import { prices } from './prices.ts';

/** A package as people compare it. */
export interface PackageOffer extends PackageCopy {
  key: PackageKey;
  name: string;
  sub: string;
  features: readonly FeatureId[];
  /** "$2,450–$4,400" */
  price: string;
  /** The lower end alone, in whole US dollars. */
  from: number;
  /** "3–7 days" */
  takes: string;
  /** What ongoing care costs a month: "$90–$240". */
  carePerMonth: string;
}

/** The three packages with what they cost and how long they take, by the rule of the wizard's estimate. */
export const packageOffers: readonly PackageOffer[] = PACKAGES.map(({ key, name, sub, features }) => {
  const estimate = estimateBrief(
    { features: [...features], pages: '', timelineConfidence: 'flexible', contentReadiness: 'ready' },
    prices,
  );
  return {
    key,
    name,
    sub,
    features,
    ...packageCopy[key],
    price: formatPriceRange(estimate.low, estimate.high),
    from: estimate.low,
    takes: formatSpan({ ...estimate, open: estimate.openEnded }),
    carePerMonth: formatPriceRange(estimate.monthlyLow, estimate.monthlyHigh),
  };
});

/** What one feature costs, as people read it; care is by the month. */
export function featurePrice(feature: FeatureId): string {
  const { low, high } = prices.features[feature];
  if (feature !== 'support') return formatPriceRange(low, high);
  return `${formatPriceRange(prices.carePerMonth.low, prices.carePerMonth.high)} a month`;
}
