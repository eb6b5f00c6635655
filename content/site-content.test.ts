import { describe, expect, it } from 'vitest';
import { claims } from './claims.ts';
import { packageOffers } from './package-offers.ts';
import { serviceCards } from './services.ts';

/* Checks what is calculated from the content. The texts an owner writes are checked in `tools/content/`. */

describe('packages', () => {
  it('take the time span of their size each', () => {
    const { landing, site, large } = claims.timelines;
    expect(packageOffers.map(({ key, takes }) => [key, takes])).toEqual([
      ['launch', landing],
      ['grow', site],
      ['pro', large],
    ]);
  });
});

describe('services', () => {
  it('come in ten kinds, each with its own texts', () => {
    expect(serviceCards).toHaveLength(10);
    expect(new Set(serviceCards.map(({ key }) => key)).size).toBe(10);
    expect(new Set(serviceCards.map(({ text }) => text)).size).toBe(10);
  });
});
