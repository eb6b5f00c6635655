import { ALWAYS_SUGGESTED, type FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { estimateBrief, formatPriceRange, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { isOffered } from './offer.ts';
import { type Package, type PackageKey, packages } from './packages.ts';
import { prices } from './prices.ts';

/** A package in the comparison. */
export interface PackageOffer extends Package {
  key: PackageKey;
  /** "$2,450–$4,400" */
  price: string;
  /** Only the lower end, in whole US dollars. */
  from: number;
  /** "3–7 days" */
  takes: string;
}

/** The packages with prices and durations, from the wizard's estimate, and what the studio offers of their features. */
export const packageOffers: readonly PackageOffer[] = packages.map((each) => {
  const features = each.features.filter(isOffered);
  const estimate = estimateBrief(
    { features, pages: '', timelineConfidence: 'flexible', contentReadiness: 'ready' },
    prices,
  );
  return {
    ...each,
    features,
    price: formatPriceRange(estimate.low, estimate.high),
    from: estimate.low,
    takes: formatSpan({ ...estimate, open: estimate.openEnded }),
  };
});

/** The monthly price of ongoing care: "$90–$240". */
export const carePerMonth = formatPriceRange(prices.carePerMonth.low, prices.carePerMonth.high);

/** The displayed price of one feature; care is monthly. */
export function featurePrice(feature: FeatureId): string {
  const { low, high } = prices.features[feature];
  return feature === ALWAYS_SUGGESTED ? `${carePerMonth} a month` : formatPriceRange(low, high);
}
