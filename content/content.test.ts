import { readFileSync } from 'node:fs';
import { PACKAGES } from '@atelier/domain/onboarding/catalogue.ts';
import { estimateBrief } from '@atelier/domain/onboarding/estimate.ts';
import { emptyBrief } from '@atelier/domain/onboarding/schema.ts';
import { describe, expect, it } from 'vitest';
import { crmChoices } from './onboarding.ts';
import { packageCopy } from './packages.ts';
import { prices } from './prices.ts';
import { mailColors } from './studio.ts';

describe('prices', () => {
  it('give every package a price and a range', () => {
    for (const { key, features } of PACKAGES) {
      const estimate = estimateBrief({ ...emptyBrief(), features: [...features] }, prices);
      expect(estimate.low, `content/prices.ts: the package ${key} costs something`).toBeGreaterThan(0);
      expect(estimate.low, `content/prices.ts: the package ${key} has a range`).toBeLessThan(estimate.high);
    }
  });

  it('rise from package to package, at both ends', () => {
    const estimates = PACKAGES.map(({ key, features }) => ({
      key,
      ...estimateBrief({ ...emptyBrief(), features: [...features] }, prices),
    }));
    estimates.slice(1).forEach(({ key, low, high }, index) => {
      expect(
        low,
        `content/prices.ts: the least that ${key} costs is more than the package before it`,
      ).toBeGreaterThan(estimates[index]?.low ?? 0);
      expect(
        high,
        `content/prices.ts: the most that ${key} costs is more than the package before it`,
      ).toBeGreaterThan(estimates[index]?.high ?? 0);
    });
  });

  it('have none for care, which is by the month', () => {
    expect(prices.features.support, 'content/prices.ts: support is in carePerMonth').toEqual({
      low: 0,
      high: 0,
    });
  });

  it('give larger builds no shorter spans', () => {
    const order = ['care', 'additions', 'landing', 'site', 'large'] as const;
    const spans = order.map((size) => prices.spans[size]);
    spans.slice(1).forEach((span, index) => {
      expect(
        span.minDays,
        `content/prices.ts: spans.${order[index + 1]} is no shorter than the one before`,
      ).toBeGreaterThanOrEqual(spans[index]?.minDays ?? 0);
      expect(
        span.maxDays,
        `content/prices.ts: spans.${order[index + 1]} is no shorter than the one before`,
      ).toBeGreaterThanOrEqual(spans[index]?.maxDays ?? 0);
    });
  });
});

describe('words', () => {
  it('sell every package, one of them first', () => {
    expect(Object.keys(packageCopy).sort()).toEqual(PACKAGES.map(({ key }) => key).sort());
    expect(
      Object.values(packageCopy).filter(({ featured }) => featured),
      'content/packages.ts: one package is featured',
    ).toHaveLength(1);
  });

  it('offer None, three products and Other as customer databases', () => {
    expect(crmChoices, 'content/onboarding.ts: crmChoices are None, three products and Other').toHaveLength(
      5,
    );
    expect(crmChoices.at(0)).toBe('None');
    expect(crmChoices.at(-1)).toBe('Other');
  });

  it('dress mails in the accent of the pages (web/app/ui/styles/tokens.css)', () => {
    const tokens = readFileSync(new URL('../web/app/ui/styles/tokens.css', import.meta.url), 'utf8');
    const daylight = (name: string) => new RegExp(`--${name}: light-dark\\((#\\w+),`).exec(tokens)?.[1];
    expect(mailColors, 'content/studio.ts: mailColors are --accent and --on-accent of tokens.css').toEqual({
      accent: daylight('accent'),
      onAccent: daylight('on-accent'),
    });
  });
});
