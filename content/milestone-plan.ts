import type { PlanTerms } from '@atelier/domain/onboarding/suggestions.ts';
import { dateInWords } from './brief-summary.ts';
import { claims } from './claims.ts';
import { featureName } from './offer.ts';

const partOfThis = (names: readonly string[]) => `Part of this: ${names.join(', ')}.`;

/**
 * The plan a new project starts with. It appears in the back office as a draft, which you can change before
 * the client sees it; unchanged, the client reads these words.
 */
export const planTerms: PlanTerms = {
  daysToKickoff: 7,
  featureName,
  stages: {
    kickoff: {
      title: 'Kickoff',
      description: `You and I go through the plan in ${claims.kickoff.minutes} minutes, and I get access to what I need.`,
    },
    content: {
      title: 'Text and pictures',
      description: 'I draft what’s missing from your notes; you edit it until it sounds like you.',
    },
    design: {
      title: 'Design',
      description: `You see the look early, with your real words in place. Included: ${claims.feedbackRounds.words} of feedback.`,
      includes: partOfThis,
    },
    site: {
      title: 'Website',
      description: 'Every page, built and ready to try on your own phone.',
    },
    landing: {
      title: 'Landing page',
      description: 'The page, built and ready to try on your own phone.',
    },
    shop: {
      title: 'Shop',
      description: 'Catalogue, cart and checkout, tested end to end with test orders.',
    },
    assistant: {
      title: 'Assistant',
      description: 'Answers from your own material, tested with questions your customers really ask.',
    },
    measuring: {
      title: 'Enquiries and numbers',
      description: 'Enquiries reach you, nothing gets lost, and you can see what visitors do.',
      includes: partOfThis,
    },
    growth: {
      title: 'Reach and follow-up',
      description: 'What brings visitors in, and what brings them back.',
      includes: partOfThis,
    },
    launch: {
      title: 'Launch',
      description: 'One last look together, then it goes live, and I watch the first days closely.',
      includes: () => 'Hosting, certificate and speed are taken care of.',
    },
    care: {
      title: 'Ongoing care',
      description: 'Updates, backups and small changes, monthly from launch. Cancel any time.',
    },
  },
  wishedTooSoon: (date) => `You asked for ${dateInWords(date)}; this is the earliest date I can promise.`,
};
