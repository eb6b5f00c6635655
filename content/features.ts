import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { claims } from './claims.ts';
import { prices } from './prices.ts';

export interface FeatureCopy {
  /** One sentence about what the client gets. */
  blurb: string;
  bullets: readonly [string, string, string];
}

/** The sales text of each feature of the catalogue: one sentence and three bullets. */
export const featureCopy: Record<FeatureId, FeatureCopy> = {
  web: {
    blurb: 'A complete website, designed for your customers and built to load instantly.',
    bullets: [
      `Up to ${prices.includedPages} pages included`,
      'Designed phone first',
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
    blurb: 'Forms that people finish and bots can’t.',
    bullets: ['Spam kept out, no puzzles', 'An email for every enquiry', 'Nothing typed is ever lost'],
  },
  brand: {
    blurb: 'A logo, colours and type that feel like you everywhere.',
    bullets: [
      'Logo in every size you need',
      'Colours and type with enough contrast',
      'A one-page guide for partners',
    ],
  },
  host: {
    blurb: 'Hosting, certificates and speed, looked after so you never have to think about them.',
    bullets: ['HTTPS from day one', 'Daily backups', 'A speed budget, kept'],
  },
  ga4: {
    blurb: 'Know what visitors do, from the first click to the sale.',
    bullets: [
      'Analytics and tag manager set up',
      'The events that matter, named',
      'A dashboard you’ll actually read',
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
    blurb: 'Get found by people already looking for what you do.',
    bullets: [
      'Technical foundations done right',
      'Pages for the searches that bring buyers',
      'Local results included',
    ],
  },
  ecom: {
    blurb: 'A shop that is quick to browse and easy to trust.',
    bullets: ['Catalogue, cart and checkout', 'Payments and taxes set up', 'Stock and orders you can run'],
  },
  ai: {
    blurb: 'An assistant that answers from your own material, and pages that adapt to the visitor.',
    bullets: ['Answers with sources', 'Hands over to you when it should', 'Privacy by default'],
  },
  boost: {
    blurb: 'Small, honest nudges that turn more visits into customers.',
    bullets: [
      'Sticky calls to action',
      'Social proof in the right place',
      'Offers that end when they say they will',
    ],
  },
  email: {
    blurb: 'The follow-ups you’d send if you had the time, sent for you.',
    bullets: ['Welcome and reminder sequences', 'Connected to your CRM', 'Plain, readable emails'],
  },
  support: {
    blurb: 'Someone who answers: updates, fixes and advice, every month.',
    bullets: ['Updates and backups', 'Small changes included', 'Cancel any time'],
  },
};
