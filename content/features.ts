import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { claims } from './claims.ts';
import { prices } from './prices.ts';

export interface FeatureCopy {
  /** One sentence: what the client gets. */
  blurb: string;
  bullets: readonly [string, string, string];
}

/** The words that sell each feature of the catalogue: one sentence and three bullets. */
export const featureCopy: Record<FeatureId, FeatureCopy> = {
  web: {
    blurb: 'A complete website, designed for your customers and built to load at once.',
    bullets: [
      `Up to ${prices.includedPages} pages included`,
      'Designed on a phone first',
      'Yours to edit after launch',
    ],
  },
  lp: {
    blurb: 'One page with one job: turn the visitors you pay for into enquiries.',
    bullets: [
      `Live in ${claims.timelines.landing}`,
      'One message, one call to action',
      'Built to be tested and improved',
    ],
  },
  forms: {
    blurb: 'Forms that people finish and robots do not.',
    bullets: ['Spam kept out without puzzles', 'An email for every enquiry', 'Nothing typed is ever lost'],
  },
  brand: {
    blurb: 'A name plate, colours and type that look like you everywhere.',
    bullets: [
      'Logo in every size you need',
      'Colours and type that pass contrast',
      'A one-page guide for partners',
    ],
  },
  host: {
    blurb: 'Hosting, certificates and speed looked after, so that you never think of them.',
    bullets: ['HTTPS from the first day', 'Daily backups', 'A speed budget that is kept'],
  },
  ga4: {
    blurb: 'Know what visitors do, from the first click to the sale.',
    bullets: [
      'Analytics and tag manager set up',
      'The events that matter, named',
      'A dashboard you will read',
    ],
  },
  leads: {
    blurb: 'Every enquiry kept safe, and a portal where your clients find their work.',
    bullets: ['Searchable inbox', 'Client sign-in', 'Export whenever you like'],
  },
  heat: {
    blurb: 'See where people hesitate, then take the hesitation out.',
    bullets: ['Heatmaps and recordings', 'A list of what to fix first', 'Changes tested, not guessed'],
  },
  seo: {
    blurb: 'Found by people who are already looking for what you do.',
    bullets: [
      'Technical foundations done right',
      'Pages for the words that bring buyers',
      'Local results included',
    ],
  },
  ecom: {
    blurb: 'A shop that is quick to browse and easy to trust.',
    bullets: ['Catalogue, cart and checkout', 'Payments and taxes set up', 'Stock and orders you can run'],
  },
  ai: {
    blurb: 'An assistant that answers from your own material, and pages that fit the visitor.',
    bullets: ['Answers with sources', 'Hands over to you when it should', 'Privacy by default'],
  },
  boost: {
    blurb: 'Small, honest pushes that turn more visits into customers.',
    bullets: ['Sticky calls to action', 'Social proof in the right place', 'Offers that end when they say'],
  },
  email: {
    blurb: 'The follow-up that you would send if you had the time, sent for you.',
    bullets: [
      'Welcome and reminder sequences',
      'Connected to your customer database',
      'Plain, readable emails',
    ],
  },
  support: {
    blurb: 'Somebody who answers: updates, fixes and advice, every month.',
    bullets: ['Updates and backups', 'Small changes included', 'Cancel any month'],
  },
};
