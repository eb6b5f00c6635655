import { claims } from '@atelier/content/claims.ts';
import { prices } from '@atelier/content/prices.ts';
import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { PACKAGES } from '@atelier/domain/onboarding/catalogue.ts';
import { estimateBrief, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { expect, it, test } from 'vitest';

/*
 * The site's public promises (specification section 1), number by number, so that none changes by accident.
 * Separate from the checks of `content/`, at which a build stops: an owner who promises something else
 * changes it here too.
 */

it('the published claims follow the catalogue', () => {
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
    feedbackRounds: { text: '1–2' },
    rating: { text: '5.0' },
  });
});

test.each([
  ['launch', '3–7 days'],
  ['grow', '2–3 weeks'],
  ['pro', '4–8+ weeks'],
])('the %s package takes %s', (key, span) => {
  const found = PACKAGES.find((each) => each.key === key);
  const estimate = estimateBrief({ ...emptyBrief(), features: [...(found?.features ?? [])] }, prices);
  expect(formatSpan({ ...estimate, open: estimate.openEnded })).toBe(span);
});
