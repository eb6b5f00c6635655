import { isOffered, offeredFeatures } from '@atelier/content/offer.ts';
import { packageOffers } from '@atelier/content/package-offers.ts';
import { FEATURE_IDS, type FeatureId } from '@atelier/domain/onboarding/catalogue.ts';

/* What the studio of `content/` offers, for journeys that choose some of it. */

/** Ids in the order of a brief. */
export const inBriefOrder = (ids: readonly FeatureId[]): FeatureId[] =>
  FEATURE_IDS.filter((id) => ids.includes(id));

/** Two features to choose from, care aside. */
const choices = (['lp', 'seo', 'web', ...offeredFeatures] as const).filter(
  (id) => id !== 'support' && isOffered(id),
);
export const someFeature = choices[0] ?? 'support';
export const otherFeature = choices.find((id) => id !== someFeature) ?? someFeature;

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The studio offers no package.');
  return value;
}

export const smallest = required(packageOffers[0]);
export const largest = required(packageOffers.at(-1));
export const featured = required(packageOffers.find((offer) => offer.featured));
