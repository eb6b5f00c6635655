import { ALWAYS_SUGGESTED, FEATURE_IDS, type FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { buildSize, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { offeredFeatures } from './offer.ts';

/* The content of a studio that offers one of its features and nothing else, as after a rebrand. */

const only: FeatureId = offeredFeatures.find((id) => id !== ALWAYS_SUGGESTED) ?? ALWAYS_SUGGESTED;
const isOnly = (id: FeatureId) => id === only;

beforeAll(() => {
  vi.resetModules();
  vi.doMock('./offer.ts', async (importOriginal) => ({
    ...(await importOriginal<typeof import('./offer.ts')>()),
    featureGroups: [{ name: 'All', features: [only] }],
    offeredFeatures: [only],
    isOffered: isOnly,
    offersCare: isOnly(ALWAYS_SUGGESTED),
    preselected: [ALWAYS_SUGGESTED].filter(isOnly),
  }));
});

afterAll(() => {
  vi.doUnmock('./offer.ts');
  vi.resetModules();
});

describe('content with a smaller offer', () => {
  it('has only that in packages, services, cards and questions', async () => {
    const { packageOffers } = await import('./package-offers.ts');
    const { serviceCards, serviceSections } = await import('./services.ts');
    const { questionGroups } = await import('./faq.ts');
    expect(packageOffers.flatMap(({ features }) => features).every(isOnly)).toBe(true);
    expect(serviceSections.map(({ features }) => features)).toEqual([[only]]);
    const [section] = serviceSections;
    for (const { anchor } of serviceCards) expect(anchor).toBe(section?.anchor);
    expect(serviceCards.length).toBeLessThanOrEqual(1);
    for (const { about } of questionGroups.flatMap(({ questions }) => questions))
      expect(about?.some(isOnly) ?? true).toBe(true);
  });

  it('promises the time of that alone', async () => {
    const { claims } = await import('./claims.ts');
    const { prices } = await import('./prices.ts');
    const { processSteps, workingRules } = await import('./process.ts');
    const span = formatSpan(prices.spans[buildSize([only])]);
    expect(claims.timelines.each).toMatch(new RegExp(`^${RegExp.escape(span)} for `));
    const { large } = claims.timelines;
    if (buildSize([only]) !== 'large' && large !== span)
      expect(JSON.stringify([processSteps, workingRules])).not.toContain(large);
  });

  it('still names and prices what older briefs have', async () => {
    const { featureName } = await import('./offer.ts');
    const { featurePrice } = await import('./package-offers.ts');
    for (const id of FEATURE_IDS) {
      expect(featureName(id)).not.toBe('');
      expect(featurePrice(id)).toMatch(/^\$\d/);
    }
  });
});
