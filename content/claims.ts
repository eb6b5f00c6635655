import { buildSize, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { numberInWords } from '@atelier/domain/text.ts';
import { offeredFeatures } from './offer.ts';
import { prices } from './prices.ts';

const span = (low: number, high: number) => `${low}–${high}`;

/** Rounds of feedback on a design: a small one takes the fewest, and the contract includes the most. */
const rounds = { least: 1, most: 2 };

/** Percent of the price that reserves a place. The rest is due at launch. */
const reservePercent = 50;
const launchPercent = 100 - reservePercent;
const share = (percent: number) => (percent === 50 ? 'half' : `${percent}%`);

/** Days from the first call to a live landing page: proposal, feedback and domain take their time too. */
export const fromFirstCall = { minDays: 7, maxDays: 14 };

/** What is built, from the smallest, in the words of a sentence about time; a part by itself only where nothing else is. */
const BUILDS = { landing: 'a landing page', site: 'a site', large: 'the largest builds' } as const;
const sizes = new Set(offeredFeatures.map((id) => buildSize([id])));
const builds = (['landing', 'site', 'large'] as const).filter((size) => sizes.has(size));

/** Each kind of build that the studio offers, with its duration. */
export const offeredTimelines: readonly { takes: string; what: string }[] =
  builds.length > 0
    ? builds.map((size) => ({ takes: formatSpan(prices.spans[size]), what: BUILDS[size] }))
    : [{ takes: formatSpan(prices.spans.additions), what: 'a part by itself' }];

/**
 * The site's promises (specification section 1), once. Pages, answers and mails use these numbers, and
 * durations come from the price list, so that no page promises anything other than the estimate does.
 */
export const claims = {
  timelines: {
    /** Building a landing page. */
    landing: formatSpan(prices.spans.landing),
    landingFromFirstCall: formatSpan(fromFirstCall),
    /** A whole site. */
    site: formatSpan(prices.spans.site),
    /** The largest builds: a shop, an assistant, or both. */
    large: formatSpan(prices.spans.large),
    /** All that the studio offers, as the end of a sentence: "3–7 days for a landing page, 2–3 weeks for a site". */
    each: offeredTimelines.map(({ takes, what }) => `${takes} for ${what}`).join(', '),
  },
  payment: {
    ...{ reservePercent, launchPercent },
    short: `${reservePercent}/${launchPercent}`,
    words: `${share(reservePercent)} to reserve, ${share(launchPercent)} at launch`,
  },
  introCall: { minutes: 15, text: '15-minute' },
  kickoff: { minutes: span(30, 45), text: '30–45-minute' },
  feedbackRounds: {
    text: span(rounds.least, rounds.most),
    words: `${numberInWords(rounds.least)} or ${numberInWords(rounds.most)} rounds`,
    /** The rounds that a contract includes, which the portal counts for each deliverable. */
    included: rounds.most,
    includedWords: `up to ${numberInWords(rounds.most)} rounds`,
  },
  /** Shown with the testimonials, the same for all (specification section 9). */
  rating: { value: 5, text: '5.0', best: 5 },
} as const;
