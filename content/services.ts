import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { buildSize, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { featureCopy } from './features.ts';
import { prices } from './prices.ts';
import { type ServiceAnchor, serviceAnchors } from './service-anchors.ts';

export interface ServiceSection {
  anchor: ServiceAnchor;
  /** In menus, from `service-anchors.ts`. */
  label: string;
  title: string;
  text: string;
  /** When it is worth its price, and when it is not. */
  goodFor: string;
  skipIf: string;
  /** How long it takes by itself, as the estimate has it. */
  takes: string;
  /** The features of the catalogue that belong here; each belongs to one section. */
  features: readonly FeatureId[];
  /** Work that shows it, by its slug in `cases.ts`. */
  shownBy?: string;
}

const sections: readonly Omit<ServiceSection, 'label' | 'takes'>[] = [
  {
    anchor: 'landing',
    title: 'One page, one job',
    text: 'For a campaign, a launch or a single offer. Everything on the page leads to one thing to do, and the form at its end is short enough to be finished on a phone at a bus stop.',
    goodFor: 'You pay for visitors, or are about to, and want more of them to write, book or buy.',
    skipIf: 'Nobody comes yet and nothing is planned to change that. Start with being found.',
    features: ['lp', 'forms', 'boost'],
    shownBy: 'marram-bread',
  },
  {
    anchor: 'web-hosting',
    title: 'A whole site, and a home for it',
    text: 'Designed for the people who buy from you, written with them in mind, and built to load before they lose interest. Then kept online, safe and up to date, by the person who built it.',
    goodFor: 'Your site is the first thing people check before they call you.',
    skipIf: 'You have one offer and one kind of customer. A landing page does it in a week.',
    features: ['web', 'brand', 'host', 'support'],
    shownBy: 'plainmove',
  },
  {
    anchor: 'ecommerce',
    title: 'A shop that is easy to trust',
    text: 'Quick to browse, honest about delivery and cost, and finished in three steps. With mails that sound like you, sent when they help.',
    goodFor:
      'You sell things that people choose by looking, or you answer the same order by email twenty times a week.',
    skipIf: 'You sell three products. A landing page with a payment link costs a fifth of a shop.',
    features: ['ecom', 'email'],
    shownBy: 'oddspoke',
  },
  {
    anchor: 'ai',
    title: 'Answers from your own material',
    text: 'An assistant that reads what you have written, answers with the source beside it, and hands over to you when it does not know. It says that it is a machine.',
    goodFor: 'You have good answers, in many places, and people ask for them at night.',
    skipIf: 'The answers are not written down yet. Writing them down comes first, and may be all you need.',
    features: ['ai'],
    shownBy: 'borrowhall',
  },
  {
    anchor: 'analytics',
    title: 'Know what works, then do more of it',
    text: 'A handful of numbers that you will look at, instead of a hundred that you will not. And a list of what to mend first, in order of what it is worth.',
    goodFor: 'People come, but too few of them do what you hoped, and you do not know where they stop.',
    skipIf: 'You have fewer than a few hundred visits a month. Ask five customers instead; it is quicker.',
    features: ['ga4', 'heat', 'leads'],
    shownBy: 'plainmove',
  },
  {
    anchor: 'seo',
    title: 'Found by people who are looking',
    text: 'A site that search engines can read, pages that answer what your customers type, and patience. No tricks that are undone by the next update.',
    goodFor: 'People search for what you do in words that you can name.',
    skipIf: 'You need customers by the end of the month. Searching takes a season to pay off.',
    features: ['seo'],
    shownBy: 'marram-bread',
  },
];

/** Everything the studio sells, in six sections. What each feature is stands in `features.ts`. */
export const serviceSections: readonly ServiceSection[] = sections.map((section) => ({
  ...section,
  label: serviceAnchors[section.anchor],
  takes: formatSpan(prices.spans[buildSize(section.features)]),
}));

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
  { key: 'email', title: 'Email automation', feature: 'email' },
  { key: 'hosting', title: 'Hosting', feature: 'host' },
];

/** The section that explains a feature. */
function sectionOf(feature: FeatureId): ServiceSection {
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
