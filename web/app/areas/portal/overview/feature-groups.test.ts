import { expect, test } from 'vitest';
import { groupFeatures } from './feature-groups.ts';

test('features stand under the headings of the catalogue, in its order', () => {
  expect(groupFeatures(['support', 'seo', 'forms', 'web'])).toEqual([
    { name: 'Build & Brand', features: ['Website Dev', 'Forms + Spam Protection'] },
    { name: 'Grow & Convert', features: ['SEO'] },
    { name: 'Care', features: ['Ongoing Support & Care'] },
  ]);
});

test('what can no longer be chosen is shown as it was', () => {
  expect(groupFeatures(['ads', 'fax'])).toEqual([{ name: 'Also', features: ['Google Ads (PPC)', 'fax'] }]);
});

test('nothing chosen is no group at all', () => {
  expect(groupFeatures([])).toEqual([]);
});
