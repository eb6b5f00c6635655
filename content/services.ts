import type { FeatureId } from '@atelier/domain/catalogue.ts';
import type { CaseSlug } from './cases.ts';
import { claims } from './claims.ts';
import { featureCopy } from './features.ts';

/** The sections of the services page; other sites and the footer link to these anchors. */
export const SERVICE_ANCHORS = ['landing', 'web-hosting', 'ecommerce', 'ai', 'analytics', 'seo'] as const;
export type ServiceAnchor = (typeof SERVICE_ANCHORS)[number];

export interface ServiceSection {
  anchor: ServiceAnchor;
  /** In menus and in the footer. */
  label: string;
  title: string;
  text: string;
  /** When it is worth its price, and when it is not. */
  goodFor: string;
  skipIf: string;
  /** How long it takes by itself. */
  takes: string;
  /** The features of the catalogue that belong here; each belongs to one section. */
  features: readonly FeatureId[];
  /** Work that shows it. */
  shownBy: CaseSlug;
}

const { timelines } = claims;

/** Everything the studio sells, in six sections. What each feature is stands in `features.ts`. */
export const serviceSections: readonly ServiceSection[] = [
  {
    anchor: 'landing',
    label: 'Landing pages',
    title: 'One page, one job',
    text: 'For a campaign, a launch or a single offer. Everything on the page leads to one thing to do, and the form at its end is short enough to be finished on a phone at a bus stop.',
    goodFor: 'You pay for visitors, or are about to, and want more of them to write, book or buy.',
    skipIf: 'Nobody comes yet and nothing is planned to change that. Start with being found.',
    takes: timelines.landing,
    features: ['lp', 'forms', 'boost'],
    shownBy: 'marram-bread',
  },
  {
    anchor: 'web-hosting',
    label: 'Websites & hosting',
    title: 'A whole site, and a home for it',
    text: 'Designed for the people who buy from you, written with them in mind, and built to load before they lose interest. Then kept online, safe and up to date, by the person who built it.',
    goodFor: 'Your site is the first thing people check before they call you.',
    skipIf: 'You have one offer and one kind of customer. A landing page does it in a week.',
    takes: timelines.site,
    features: ['web', 'brand', 'host', 'support'],
    shownBy: 'plainmove',
  },
  {
    anchor: 'ecommerce',
    label: 'E-commerce',
    title: 'A shop that is easy to trust',
    text: 'Quick to browse, honest about delivery and cost, and finished in three steps. With mails that sound like you, sent when they help.',
    goodFor:
      'You sell things that people choose by looking, or you answer the same order by e-mail twenty times a week.',
    skipIf: 'You sell three products. A landing page with a payment link costs a fifth of a shop.',
    takes: timelines.large,
    features: ['ecom', 'email'],
    shownBy: 'oddspoke',
  },
  {
    anchor: 'ai',
    label: 'AI assistants',
    title: 'Answers from your own material',
    text: 'An assistant that reads what you have written, answers with the source beside it, and hands over to you when it does not know. It says that it is a machine.',
    goodFor: 'You have good answers, in many places, and people ask for them at night.',
    skipIf: 'The answers are not written down yet. Writing them down comes first, and may be all you need.',
    takes: timelines.large,
    features: ['ai'],
    shownBy: 'borrowhall',
  },
  {
    anchor: 'analytics',
    label: 'Analytics & conversion',
    title: 'Know what works, then do more of it',
    text: 'A handful of numbers that you will look at, instead of a hundred that you will not. And a list of what to mend first, in order of what it is worth.',
    goodFor: 'People come, but too few of them do what you hoped, and you do not know where they stop.',
    skipIf: 'You have fewer than a few hundred visits a month. Ask five customers instead; it is quicker.',
    takes: timelines.landing,
    features: ['ga4', 'heat', 'leads'],
    shownBy: 'plainmove',
  },
  {
    anchor: 'seo',
    label: 'SEO',
    title: 'Found by people who are looking',
    text: 'A site that search engines can read, pages that answer what your customers type, and patience. No tricks that are undone by the next update.',
    goodFor: 'People search for what you do in words that you can name.',
    skipIf: 'You need customers by the end of the month. Searching takes a season to pay off.',
    takes: timelines.landing,
    features: ['seo'],
    shownBy: 'marram-bread',
  },
];

/** A card of the services grid on the home page. */
export interface ServiceCard {
  key: string;
  title: string;
  /** One sentence, on the front. */
  text: string;
  /** Three points, on the back. */
  bullets: readonly string[];
  /** Where on the services page it is explained. */
  anchor: ServiceAnchor;
}

const kinds: readonly { key: string; title: string; feature: FeatureId }[] = [
  { key: 'landing', title: 'Landing pages', feature: 'lp' },
  { key: 'websites', title: 'Websites', feature: 'web' },
  { key: 'ecommerce', title: 'E-commerce', feature: 'ecom' },
  { key: 'seo', title: 'SEO', feature: 'seo' },
  { key: 'analytics', title: 'Analytics', feature: 'ga4' },
  { key: 'conversion', title: 'Conversion', feature: 'heat' },
  { key: 'branding', title: 'Branding', feature: 'brand' },
  { key: 'ai', title: 'AI assistants', feature: 'ai' },
  { key: 'email', title: 'E-mail automation', feature: 'email' },
  { key: 'hosting', title: 'Hosting', feature: 'host' },
];

/** The section that explains a feature. */
export function sectionOf(feature: FeatureId): ServiceSection {
  const section = serviceSections.find(({ features }) => features.includes(feature));
  if (!section) throw new Error(`No section of the services explains ${feature}`);
  return section;
}

/** The ten kinds of work, each with the words of the feature that stands for it. */
export const serviceCards: readonly ServiceCard[] = kinds.map(({ key, title, feature }) => ({
  key,
  title,
  text: featureCopy[feature].blurb,
  bullets: featureCopy[feature].bullets,
  anchor: sectionOf(feature).anchor,
}));
