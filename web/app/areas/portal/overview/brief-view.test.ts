import { featureName } from '@atelier/content/offer.ts';
import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { describe, expect, it } from 'vitest';
import { groupFeatures } from './brief-view.tsx';

const offer: { name: string; features: FeatureId[] }[] = [
  { name: 'Build', features: ['forms', 'web'] },
  { name: 'Measure', features: ['ga4'] },
  { name: 'Grow', features: ['seo'] },
];

describe('groupFeatures', () => {
  it('lists features under the headings of the offer, in its order', () => {
    expect(groupFeatures(['seo', 'web', 'forms'], offer)).toEqual([
      { name: 'Build', features: [featureName('forms'), featureName('web')] },
      { name: 'Grow', features: [featureName('seo')] },
    ]);
  });

  it('keeps a feature that the studio or the catalogue no longer has', () => {
    expect(groupFeatures(['seo', 'ecom', 'fax'], offer)).toEqual([
      { name: 'Grow', features: [featureName('seo')] },
      { name: 'Also', features: [featureName('ecom'), 'fax'] },
    ]);
  });

  it('returns no group when nothing is chosen', () => {
    expect(groupFeatures([])).toEqual([]);
  });
});
