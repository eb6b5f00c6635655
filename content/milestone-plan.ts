import type { PlanTerms } from '@atelier/domain/onboarding/suggestions.ts';
import { dateInWords } from './brief-summary.ts';
import { claims } from './claims.ts';

const partOfThis = (names: readonly string[]) => `Part of this: ${names.join(', ')}.`;

/**
 * The plan that a new project starts with. You find it in the back office as a draft and change what you like before the
 * client sees it; what is written here is what they read if you change nothing.
 */
export const planTerms: PlanTerms = {
  daysToKickoff: 7,
  stages: {
    kickoff: {
      title: 'Kickoff',
      description: `We go through the plan together in ${claims.kickoff.minutes} minutes, and I get access to what I need.`,
    },
    content: {
      title: 'Texts and pictures',
      description: 'I draft what is missing from your notes; you correct it until it sounds like you.',
    },
    design: {
      title: 'Design',
      description: `You see the look early, with your real words in place. Included: ${claims.feedbackRounds.words} of feedback.`,
      includes: partOfThis,
    },
    site: {
      title: 'Website',
      description: 'Every page built and ready to try on your own phone.',
    },
    landing: {
      title: 'Landing page',
      description: 'The page built and ready to try on your own phone.',
    },
    shop: {
      title: 'Shop',
      description: 'Catalogue, cart and checkout, tried with test orders from end to end.',
    },
    assistant: {
      title: 'Assistant',
      description: 'Answers from your own material, tried with the questions that your customers really ask.',
    },
    measuring: {
      title: 'Enquiries and numbers',
      description: 'Enquiries arrive, nothing is lost, and you can see what visitors do.',
      includes: partOfThis,
    },
    growth: {
      title: 'Reach and follow-up',
      description: 'What brings visitors in, and what brings them back.',
      includes: partOfThis,
    },
    launch: {
      title: 'Launch',
      description: 'A last look together, then it goes live, and I watch the first days closely.',
      includes: () => 'Hosting, certificate and speed are looked after.',
    },
    care: {
      title: 'Ongoing care',
      description: 'Updates, backups and small changes from launch on, by the month. Cancel any month.',
    },
  },
  wishedTooSoon: (date) =>
    `You wished for ${dateInWords(date)}; this is the earliest date that I can promise.`,
};
