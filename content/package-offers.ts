import { type FeatureId, PACKAGES, type PackageKey } from '@atelier/domain/onboarding/catalogue.ts';
import { estimateBrief, formatPriceRange, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { type PackageCopy, packageCopy } from './packages.ts';
import { prices } from './prices.ts';

/** A package in the comparison. */
export interface PackageOffer extends PackageCopy {
  key: PackageKey;
  name: string;
  sub: string;
  features: readonly FeatureId[];
  /** "$2,450–$4,400" */
  price: string;
  /** Only the lower end, in whole US dollars. */
  from: number;
  /** "3–7 days" */
  takes: string;
  /** The monthly price of ongoing care: "$90–$240". */
  carePerMonth: string;
}

/** The three packages with prices and durations, from the wizard's estimate. */
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

/** The displayed price of one feature; care is monthly. */
export function featurePrice(feature: FeatureId): string {
  const { low, high } = prices.features[feature];
  if (feature !== 'support') return formatPriceRange(low, high);
  return `${formatPriceRange(prices.carePerMonth.low, prices.carePerMonth.high)} a month`;
}
