import { buildSize, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { describe, expect, it } from 'vitest';
import { questionGroups } from './faq.ts';
import { isOffered, offeredFeatures } from './offer.ts';
import { packageOffers } from './package-offers.ts';
import { prices } from './prices.ts';
import { serviceCards, serviceSections } from './services.ts';

/* Checks what is calculated from the content. The texts an owner writes are checked in `tools/content/`. */

describe('packages', () => {
  it('take the time span of their size each', () => {
    for (const { features, takes } of packageOffers)
      expect(takes).toBe(formatSpan(prices.spans[buildSize(features)]));
  });

  it('have only what the studio offers', () => {
    expect(packageOffers.flatMap(({ features }) => features).every(isOffered)).toBe(true);
  });
});

describe('services', () => {
  it('explain every feature of the offer once, and none beyond it', () => {
    const explained = serviceSections.flatMap(({ features }) => features);
    expect(explained.toSorted()).toEqual(offeredFeatures.toSorted());
  });

  it('have cards with their own texts, each leading to a section', () => {
    expect(new Set(serviceCards.map(({ key }) => key)).size).toBe(serviceCards.length);
    expect(new Set(serviceCards.map(({ text }) => text)).size).toBe(serviceCards.length);
    const anchors = serviceSections.map(({ anchor }) => anchor);
    for (const { anchor } of serviceCards) expect(anchors).toContain(anchor);
  });
});

describe('questions', () => {
  it('are about what the studio offers', () => {
    const asked = questionGroups.flatMap(({ questions }) => questions);
    for (const { about } of asked) expect(about?.some(isOffered) ?? true).toBe(true);
  });
});
