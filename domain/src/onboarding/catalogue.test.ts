import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  FEATURE_GROUPS,
  FEATURE_IDS,
  FEATURE_NAMES,
  featureName,
  isFeatureId,
  PACKAGES,
  parseFeatureList,
  startUrl,
} from './catalogue.ts';

describe('the catalogue', () => {
  it('has the four groups with their features', () => {
    expect(FEATURE_GROUPS).toEqual([
      { name: 'Build & Brand', features: ['web', 'lp', 'forms', 'brand', 'host'] },
      { name: 'Measure & Learn', features: ['ga4', 'leads', 'heat'] },
      { name: 'Grow & Convert', features: ['seo', 'ecom', 'ai', 'boost', 'email'] },
      { name: 'Care', features: ['support'] },
    ]);
  });

  test.each([
    ['web', 'Website Dev'],
    ['lp', 'Landing Pages'],
    ['forms', 'Forms + Spam Protection'],
    ['brand', 'Branding'],
    ['host', 'Hosting + SSL + Speed Pass'],
    ['ga4', 'Analytics + Tag Manager'],
    ['leads', 'Lead Storage + Portal'],
    ['heat', 'Heatmaps & CRO'],
    ['seo', 'SEO'],
    ['ecom', 'E-commerce'],
    ['ai', 'AI Assistants & Personalization'],
    ['boost', 'Conversion Boosters'],
    ['email', 'Email & Automation'],
    ['support', 'Ongoing Support & Care'],
    ['ads', 'Google Ads (PPC)'],
    ['gone', 'gone'],
    ['constructor', 'constructor'],
  ])('%s is called %s', (id, name) => {
    expect(featureName(id)).toBe(name);
  });

  it('names every feature once, and also ads, which can’t be chosen', () => {
    expect(Object.keys(FEATURE_NAMES).sort()).toEqual([...FEATURE_IDS, 'ads'].sort());
    expect(new Set(FEATURE_IDS).size).toBe(14);
    expect(isFeatureId('ads')).toBe(false);
    expect(FEATURE_IDS.every(isFeatureId)).toBe(true);
  });
});

describe('the packages', () => {
  it('contain what the specification lists', () => {
    expect(PACKAGES.map(({ key, name, sub }) => `${key} / ${name} / ${sub}`)).toEqual([
      'launch / Launch / Landing Page',
      'grow / Grow / Website',
      'pro / Pro / All-In Website',
    ]);
    expect(PACKAGES.map(({ features }) => features.join(', '))).toEqual([
      'lp, brand, forms, ga4, seo, host, leads, heat, support',
      'web, brand, forms, heat, ga4, host, leads, seo, boost, support',
      'web, seo, ga4, forms, heat, boost, host, leads, email, brand, ecom, ai, support',
    ]);
  });

  it('link to the wizard with their features, and “Configure your own” with support alone', () => {
    expect(startUrl(PACKAGES[0].features)).toBe(
      '/start?configure=1&fresh=1&features=lp,brand,forms,ga4,seo,host,leads,heat,support',
    );
    expect(startUrl()).toBe('/start?configure=1&fresh=1&features=support');
  });
});

describe('parseFeatureList', () => {
  test.each([
    [null, ['support']],
    [undefined, ['support']],
    ['', ['support']],
    [',,,', ['support']],
    ['support', ['support']],
    ['web', ['web', 'support']],
    ['seo,web', ['web', 'seo', 'support']],
    [' web , SEO ', ['web', 'seo', 'support']],
    ['web,web,web', ['web', 'support']],
    ['ads,unknown,<b>,__proto__', ['support']],
  ])('parses %j as %j', (list, features) => {
    expect(parseFeatureList(list)).toEqual(features);
  });

  it('never returns an unknown or duplicate id, and always support', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...FEATURE_IDS, 'ads'), fc.string())), (ids) => {
        const features = parseFeatureList(ids.join(','));
        expect(features.every(isFeatureId)).toBe(true);
        expect(new Set(features).size).toBe(features.length);
        expect(features).toContain('support');
      }),
    );
  });

  it('returns the features of each package’s link', () => {
    for (const { features } of PACKAGES) {
      const carried = new URL(startUrl(features), 'https://studio.example').searchParams.get('features');
      expect([...parseFeatureList(carried)].sort()).toEqual([...features].sort());
    }
  });
});
