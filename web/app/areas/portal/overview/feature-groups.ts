import { FEATURE_GROUPS, FEATURE_IDS, featureName } from '@atelier/domain/onboarding/catalogue.ts';

/** Chosen features under a heading of the catalogue. */
export interface FeatureGroup {
  name: string;
  features: string[];
}

/** The chosen features as the wizard groups them; what is gone from the catalogue since comes last. */
export function groupFeatures(chosen: readonly string[]): FeatureGroup[] {
  const known: readonly string[] = FEATURE_IDS;
  const groups = FEATURE_GROUPS.map(({ name, features }) => ({
    name: name as string,
    features: features.filter((id) => chosen.includes(id)).map(featureName),
  }));
  const gone = chosen.filter((id) => !known.includes(id)).map(featureName);
  return [...groups, { name: 'Also', features: gone }].filter((group) => group.features.length > 0);
}
