import { type FeatureId, PACKAGES, startUrl } from '@atelier/domain/onboarding/catalogue.ts';
import { describe, expect, it } from 'vitest';
import { parseStartParameters, settledQuery } from './start-parameters.ts';

/** As read by a studio that offers the whole catalogue. */
const parse = (query: string, isOffered = (_: FeatureId) => true) =>
  parseStartParameters(new URLSearchParams(query), isOffered);

describe('the features parameter', () => {
  it.each([
    ['', undefined],
    ['fresh=1', undefined],
    ['features=', ['support']],
    ['features=lp', ['lp', 'support']],
    ['features=seo,lp', ['lp', 'seo', 'support']],
    ['features=lp,nonsense,ads,__proto__', ['lp', 'support']],
    ['features=%20LP%20,,lp', ['lp', 'support']],
    ['features=seo&type=landing', ['lp', 'seo', 'support']],
  ])('%j selects %j', (query, expected) => {
    expect(parse(query).features).toEqual(expected);
  });

  it.each(PACKAGES.map((each) => [each.key, each.features] as const))(
    '%s is selected completely',
    (_, features) => {
      const selected = parse(startUrl(features).split('?')[1] ?? '').features;
      expect([...(selected ?? [])].sort()).toEqual([...features].sort());
    },
  );
});

describe('the type parameter', () => {
  it.each([
    ['', undefined],
    ['type=landing', ['lp', 'support']],
    ['type=website', ['web', 'support']],
    ['type=fullstack', ['web', 'support']],
    ['type=web-hosting', ['host', 'support']],
    ['type=ecommerce', ['ecom', 'support']],
    ['type=analytics', ['ga4', 'support']],
    ['type=SEO', ['seo', 'support']],
    ['type=ai', ['ai', 'support']],
    ['type=constructor', undefined],
    ['type=ads', undefined],
    ['type=', undefined],
  ])('%j suggests %j', (query, expected) => {
    expect(parse(query).suggested).toEqual(expected);
    expect(parse(query).features).toBeUndefined();
  });
});

describe('a studio that offers part of the catalogue', () => {
  const offers = (id: FeatureId) => ['lp', 'seo'].includes(id);

  it.each([
    ['features=lp,web,seo', ['lp', 'seo']],
    ['features=web', []],
    ['features=lp&type=ecommerce', ['lp']],
  ])('selects of %j only what it offers', (query, expected) => {
    expect(parse(query, offers).features).toEqual(expected);
  });

  it('suggests no feature that it does not offer', () => {
    expect(parse('type=landing', offers).suggested).toEqual(['lp']);
    expect(parse('type=ecommerce', offers).suggested).toBeUndefined();
  });
});

describe('the fresh parameter', () => {
  it.each([
    ['fresh=1', true],
    ['fresh=true', true],
    ['fresh=TRUE', true],
    ['fresh=0', false],
    ['fresh=yes', false],
    ['fresh', false],
    ['', false],
  ])('for %j is %j', (query, expected) => {
    expect(parse(query).fresh).toBe(expected);
  });
});

describe('the step parameter', () => {
  it.each([
    ['step=1', 1],
    ['step=7', 7],
    ['step=0', undefined],
    ['step=8', undefined],
    ['step=-1', undefined],
    ['step=2.5', undefined],
    ['step=0x3', undefined],
    ['step=', undefined],
    ['', undefined],
  ])('for %j is %j', (query, expected) => {
    expect(parse(query).step).toBe(expected);
  });
});

describe('the intent parameter', () => {
  it.each([
    ['', 'brief'],
    ['configure=1', 'configure'],
    ['configure=0', 'brief'],
    ['intent=quote', 'quote'],
    ['intent=other', 'brief'],
    ['intent=quote&configure=1', 'quote'],
  ])('for %j is %j', (query, expected) => {
    expect(parse(query).intent).toBe(expected);
  });
});

describe('the corrected address', () => {
  it.each([
    ['fresh=1&features=lp&type=landing&configure=1', 1, 'configure=1&step=1'],
    ['fresh=true&intent=quote', 1, 'intent=quote&step=1'],
    ['step=6', 3, 'step=3'],
    ['utm_source=letter', 2, 'utm_source=letter&step=2'],
  ])('%j at step %i becomes %j', (query, step, expected) => {
    expect(settledQuery(new URLSearchParams(query), step).toString()).toBe(expected);
  });
});
