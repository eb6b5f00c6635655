import { formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { prices } from './prices.ts';

const span = (low: number, high: number) => `${low}–${high}`;

/** Percent of the price that reserves a place. The rest is due at launch. */
const reservePercent = 50;
const launchPercent = 100 - reservePercent;
const share = (percent: number) => (percent === 50 ? 'half' : `${percent}%`);

/** Days from the first call to a live landing page: proposal, feedback and domain take their time too. */
export const fromFirstCall = { minDays: 7, maxDays: 14 };

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
  },
  payment: {
    ...{ reservePercent, launchPercent },
    short: `${reservePercent}/${launchPercent}`,
    words: `${share(reservePercent)} to reserve, ${share(launchPercent)} at launch`,
  },
  introCall: { minutes: 15, text: '15-minute' },
  kickoff: { minutes: span(30, 45), text: '30–45-minute' },
  feedbackRounds: { text: span(1, 2), words: 'one or two rounds' },
  /** Shown with the testimonials, the same for all (specification section 9). */
  rating: { value: 5, text: '5.0', best: 5 },
} as const;
