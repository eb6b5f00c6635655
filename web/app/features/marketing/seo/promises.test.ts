import { claims } from '@atelier/content/claims.ts';
import { prices } from '@atelier/content/prices.ts';
import { studio } from '@atelier/content/studio.ts';
import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { PACKAGES } from '@atelier/domain/onboarding/catalogue.ts';
import { estimateBrief, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { expect, it, test } from 'vitest';

/*
 * The public promises of the studio that the product comes with (specification section 1), number by number, so that
 * none changes by accident. A studio of another name promises what it likes.
 */

const isSample = String(studio.name) === 'Atelier';

it.runIf(isSample)('the published claims follow the catalogue', () => {
  expect(claims).toMatchObject({
    timelines: {
      landing: '3–7 days',
      landingFromFirstCall: '1–2 weeks',
      site: '2–3 weeks',
      large: '4–8+ weeks',
    },
    payment: { reservePercent: 50, launchPercent: 50, short: '50/50' },
    introCall: { minutes: 15, text: '15-minute' },
    kickoff: { minutes: '30–45', text: '30–45-minute' },
    feedbackRounds: {
      text: '1–2',
      words: 'one or two rounds',
      included: 2,
      includedWords: 'up to two rounds',
    },
    rating: { text: '5.0' },
  });
});

test.runIf(isSample).each([
  ['launch', '3–7 days'],
  ['grow', '2–3 weeks'],
  ['pro', '4–8+ weeks'],
])('the %s package takes %s', (key, span) => {
  const found = PACKAGES.find((each) => each.key === key);
  const estimate = estimateBrief({ ...emptyBrief(), features: [...(found?.features ?? [])] }, prices);
  expect(formatSpan({ ...estimate, open: estimate.openEnded })).toBe(span);
});
