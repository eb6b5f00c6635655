import { describe, expect, it } from 'vitest';
import { groupFeatures } from './brief-view.tsx';

describe('groupFeatures', () => {
  it('lists features under the headings of the catalogue, in its order', () => {
    expect(groupFeatures(['support', 'seo', 'forms', 'web'])).toEqual([
      { name: 'Build & Brand', features: ['Website Dev', 'Forms + Spam Protection'] },
      { name: 'Grow & Convert', features: ['SEO'] },
      { name: 'Care', features: ['Ongoing Support & Care'] },
    ]);
  });

  it('keeps a feature that the catalogue no longer has', () => {
    expect(groupFeatures(['ads', 'fax'])).toEqual([{ name: 'Also', features: ['Google Ads (PPC)', 'fax'] }]);
  });

  it('returns no group when nothing is chosen', () => {
    expect(groupFeatures([])).toEqual([]);
  });
});
