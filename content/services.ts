import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { buildSize, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { featureCopy } from './features.ts';
import { isOffered } from './offer.ts';
import { featurePrice, packageOffers } from './package-offers.ts';
import type { PictureName } from './pictures.ts';
import { prices } from './prices.ts';

export interface ServiceSection {
  /** Its place on /services; other sites link to it. */
  anchor: string;
  /** In menus. */
  label: string;
  title: string;
  text: string;
  /** When it is worth its price, and when it isn't. */
  goodFor: string;
  skipIf: string;
  /** Its duration alone, as in the estimate. */
  takes: string;
  /** The package around its first feature, which that feature's own price isn't for. */
  inPackage?: { name: string; price: string } | undefined;
  /** Its features of the catalogue; each feature belongs to one section. */
  features: readonly FeatureId[];
  /** A case study that shows it, by its slug in `cases.ts`. */
  shownBy?: string;
  /** A picture of that case; its cover where none is named. */
  picture?: PictureName;
}

const sections: readonly Omit<ServiceSection, 'takes' | 'inPackage'>[] = [
  {
    anchor: 'landing',
    label: 'Landing pages',
    title: 'One page, one job',
    text: 'For a campaign, a launch or a single offer. Everything on the page leads to one action, and the form at the end is short enough to finish on a phone at a bus stop.',
    goodFor: 'You pay for visitors, or are about to, and want more of them to get in touch, book or buy.',
    skipIf: 'You have no traffic, and no plan to get any. Start with SEO.',
    features: ['lp', 'forms', 'boost'],
    shownBy: 'marram-bread',
  },
  {
    anchor: 'web-hosting',
    label: 'Websites & hosting',
    title: 'A whole site, and a home for it',
    text: 'Designed for the people who buy from you, written with them in mind, and built to load before they lose interest. Then I keep it online, safe and up to date.',
    goodFor: 'Your site is the first thing people check before they call.',
    skipIf: 'You have one offer and one kind of customer. A landing page will do, and takes a week.',
    features: ['web', 'brand', 'host', 'support'],
    shownBy: 'plainmove',
  },
  {
    anchor: 'ecommerce',
    label: 'E-commerce',
    title: 'A shop that is easy to trust',
    text: 'Quick to browse, honest about delivery and cost, with checkout in three steps. And emails that sound like you, sent when they’re useful.',
    goodFor:
      'People choose what you sell by looking, or you take the same order by email twenty times a week.',
    skipIf: 'You sell three products. A landing page with a payment link costs a third as much.',
    features: ['ecom', 'email'],
    shownBy: 'oddspoke',
  },
  {
    anchor: 'ai',
    label: 'AI assistants',
    title: 'Answers from your own material',
    text: 'An assistant that reads what you’ve written, answers with its source, and hands over to you when it doesn’t know. It never pretends to be human.',
    goodFor: 'You have good answers scattered in many places, and people ask for them at night.',
    skipIf: 'Your answers aren’t written down yet. Do that first; it may be all you need.',
    features: ['ai'],
    shownBy: 'borrowhall',
  },
  {
    anchor: 'analytics',
    label: 'Analytics & conversion',
    title: 'Know what works, then do more of it',
    text: 'A handful of numbers you’ll look at, instead of a hundred you won’t. And a list of what to fix first, in order of what it’s worth.',
    goodFor: 'You get visitors, but too few do what you hoped, and you don’t know where they drop off.',
    skipIf: 'You have fewer than a few hundred visits a month. Ask five customers instead; it’s quicker.',
    features: ['ga4', 'heat', 'leads'],
    shownBy: 'plainmove',
    picture: 'plainmove-report',
  },
  {
    anchor: 'seo',
    label: 'SEO',
    title: 'Found by people who are looking',
    text: 'A site search engines can read, pages that answer what your customers type, and patience. No tricks that the next update undoes.',
    goodFor: 'People search for what you do, and you know the words they use.',
    skipIf: 'You need customers by the end of the month. SEO takes a season to pay off.',
    features: ['seo'],
    shownBy: 'marram-bread',
    picture: 'marram-brand',
  },
];

/**
 * The sections of /services with what the studio offers (`offer.ts`); one with none of it is left out. The features' texts
 * are in `features.ts`.
 */
export const serviceSections: readonly ServiceSection[] = sections
  .map((section) => ({ ...section, features: section.features.filter(isOffered) }))
  .filter(({ features }) => features.length > 0)
  .map((section) => ({
    ...section,
    takes: formatSpan(prices.spans[buildSize(section.features)]),
    inPackage: packageAround(section.features[0]),
  }));

/** The first package that a feature begins, if it has more in it than that. */
function packageAround(main: FeatureId | undefined) {
  return (
    main && packageOffers.find(({ features, price }) => features[0] === main && price !== featurePrice(main))
  );
}

/** A card of the services grid on the home page. */
export interface ServiceCard {
  key: string;
  title: string;
  /** One sentence, on the front. */
  text: string;
  /** Three points, on the back. */
  bullets: readonly string[];
  /** Its section on the services page. */
  anchor: string;
}

const cards: readonly { key: string; title: string; feature: FeatureId }[] = [
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

/** The services in the offer, each with the text of the feature that represents it and the section that has that. */
export const serviceCards: readonly ServiceCard[] = cards.flatMap(({ key, title, feature }) =>
  serviceSections
    .filter(({ features }) => features.includes(feature))
    .map(({ anchor }) => ({
      key,
      title,
      text: featureCopy[feature].blurb,
      bullets: featureCopy[feature].bullets,
      anchor,
    })),
);
