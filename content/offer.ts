import {
  ALWAYS_SUGGESTED,
  featureName as catalogueName,
  type FeatureId,
} from '@atelier/domain/onboarding/catalogue.ts';

/** Features under one heading. */
export interface FeatureGroup {
  name: string;
  features: readonly FeatureId[];
}

/**
 * The features of the catalogue that this studio offers, in the order of the wizard and the comparison. Delete a feature
 * to stop offering it: packages, services, prices, durations and the wizard follow. Keep its words in `features.ts` and its
 * price in `prices.ts`: projects that have it still show them.
 */
export const featureGroups: readonly FeatureGroup[] = [
  { name: 'Build & Brand', features: ['web', 'lp', 'forms', 'brand', 'host'] },
  { name: 'Measure & Learn', features: ['ga4', 'leads', 'heat'] },
  { name: 'Grow & Convert', features: ['seo', 'ecom', 'ai', 'boost', 'email'] },
  { name: 'Care', features: ['support'] },
];

/** Your own names of features, such as `{ ecom: 'Online shop' }`; the others have the catalogue's. */
export const featureNames: Partial<Record<FeatureId, string>> = {};

export const offeredFeatures: readonly FeatureId[] = featureGroups.flatMap(({ features }) => features);

export function isOffered(id: FeatureId): boolean {
  return offeredFeatures.includes(id);
}

export const offersCare = isOffered(ALWAYS_SUGGESTED);

/** What a selection begins with: care, where the studio offers it. */
export const preselected: readonly FeatureId[] = offersCare ? [ALWAYS_SUGGESTED] : [];

/** A feature's displayed name, or the id itself if an old record has one that the catalogue no longer has. */
export function featureName(id: string): string {
  return Object.hasOwn(featureNames, id)
    ? (featureNames[id as FeatureId] ?? catalogueName(id))
    : catalogueName(id);
}
