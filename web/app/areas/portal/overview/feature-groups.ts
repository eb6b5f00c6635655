import { FEATURE_GROUPS, FEATURE_IDS, featureName } from '@atelier/domain/onboarding/catalogue.ts';

/** Chosen features under a heading of the catalogue. */
interface FeatureGroup {
  name: string;
  features: string[];
}

/** The chosen features as the wizard groups them; what the catalogue no longer has comes last. */
export function groupFeatures(chosen: readonly string[]): FeatureGroup[] {
  const known: readonly string[] = FEATURE_IDS;
  const groups = FEATURE_GROUPS.map(({ name, features }) => ({
    name: name as string,
    features: features.filter((id) => chosen.includes(id)).map(featureName),
  }));
  const unlisted = chosen.filter((id) => !known.includes(id)).map(featureName);
  return [...groups, { name: 'Also', features: unlisted }].filter((group) => group.features.length > 0);
}
