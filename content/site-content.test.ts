import { buildSize, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { describe, expect, it } from 'vitest';
import { questionGroups } from './faq.ts';
import { isOffered, offeredFeatures } from './offer.ts';
import { featurePrice, packageOffers } from './package-offers.ts';
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
  it('name the package that begins with their main feature, of which they show the price alone', () => {
    for (const { features, inPackage } of serviceSections) {
      const [main] = features;
      const around = packageOffers.find((offer) => offer.features[0] === main);
      expect(inPackage?.name).toBe(around?.name);
      if (main) expect(inPackage?.price).not.toBe(featurePrice(main));
    }
  });

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
  it('tell the price of a landing page alone from that of the package around it', () => {
    const [answer] = questionGroups
      .flatMap(({ questions }) => questions)
      .filter(({ key }) => key === 'price')
      .flatMap((question) => question.answer);
    for (const { name, price } of packageOffers)
      expect(answer).toMatch(RegExp(`${name} .*is ${RegExp.escape(price)}`));
    if (isOffered('lp')) expect(answer).toContain(`without the rest is ${featurePrice('lp')}`);
  });

  it('are about what the studio offers', () => {
    const asked = questionGroups.flatMap(({ questions }) => questions);
    for (const { about } of asked) expect(about?.some(isOffered) ?? true).toBe(true);
  });
});
