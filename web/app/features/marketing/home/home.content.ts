import { cases } from '@atelier/content/cases.ts';
import { claims, offeredTimelines } from '@atelier/content/claims.ts';
import { homeQuestions } from '@atelier/content/faq.ts';
import { featureName, featureGroups as offeredGroups, preselected } from '@atelier/content/offer.ts';
import { packageOffers } from '@atelier/content/package-offers.ts';
import { pages } from '@atelier/content/pages.ts';
import { type PictureName, pictures, pictureWidths } from '@atelier/content/pictures.ts';
import { processSteps } from '@atelier/content/process.ts';
import { serviceCards } from '@atelier/content/services.ts';
import { testimonials } from '@atelier/content/testimonials.ts';
import { startUrl } from '@atelier/domain/onboarding/catalogue.ts';
import { capitalize, numberInWords } from '@atelier/domain/text.ts';

/*
 * The text of the home page, taken from content/. Evaluated at build time (paint-first/vite.ts), so
 * it exports plain values only.
 */

const { payment, introCall } = claims;

function decoration(name: PictureName) {
  return { name, ratio: pictures[name].ratio, widths: pictureWidths(name) };
}

export const facts = pages.home;

export const paths = { services: pages.services.path, faq: pages.faq.path };

/** The numbers under the first screen: two of time, or one, and two of what is always the same. */
export const figures = [
  ...offeredTimelines.slice(0, 2).map(({ takes, what }) => ({ value: takes, text: `for ${what}` })),
  { value: payment.short, text: payment.words },
  { value: `${introCall.minutes} minutes`, text: 'for an intro call' },
];

/** As many as the sheet has places for: each case's cover, and the number that it is shown for. */
export const covers = cases.slice(0, 4).map(({ slug, client, cover, results: [{ label, after }] }) => ({
  to: `/work/${slug}` as const,
  number: after,
  name: `${client}: ${label.toLowerCase()}, ${after}`,
  picture: decoration(cover),
}));

export const cards = serviceCards.map(({ anchor, ...card }) => ({
  ...card,
  to: `${pages.services.path}#${anchor}` as const,
}));
export type Card = (typeof cards)[number];

/** "Ten services", for as many as there are. */
const counted = (count: number, one: string) =>
  capitalize(`${numberInWords(count)} ${one}${count === 1 ? '' : 's'}`);

export const servicesTitle = `${counted(cards.length, 'service')}. One person.`;

export const steps = processSteps.map(({ title, when, text }) => ({ title, when, text }));

export const offers = packageOffers.map(
  ({ key, name, sub, pitch, price, takes, button, featured, features }) => ({
    ...{ key, name, sub, pitch, price, takes, button, featured },
    to: startUrl(features),
  }),
);

export const packagesTitle = `${counted(offers.length, 'way')} to start`;

/** The wizard without a package. */
export const ownWay = startUrl(preselected);

/** What the studio offers, in its groups; of each feature, whether the packages have it, in their order. */
export const featureGroups = offeredGroups.map(({ name, features }) => ({
  name,
  features: features.map((feature) => ({
    name: featureName(feature),
    isIn: packageOffers.map((offer) => offer.features.includes(feature)),
  })),
}));
export type FeatureLine = (typeof featureGroups)[number]['features'][number];

export const questions = homeQuestions;

export const { rating } = claims;

/** Testimonials, each with its published case study. */
export const quotes = testimonials.map(({ module, ...said }) => {
  const study = cases.find(({ testimonial }) => testimonial === said.key);
  return {
    ...said,
    about: featureName(module),
    study: study ? { to: `/work/${study.slug}` as const, cover: decoration(study.cover) } : null,
  };
});
export type Quote = (typeof quotes)[number];

/** The columns of the packages beside the first: on a wide screen, in the table, below each other, and on a tablet. */
const COLUMNS: Readonly<Record<number, { wide: string; cell: string; row: string; tablet: string }>> = {
  1: {
    wide: 'lg:grid-cols-[52%_48%]',
    cell: 'lg:w-[48%]',
    row: 'max-xs:[&_tr]:grid-cols-1',
    tablet: 'md:max-lg:grid-cols-1',
  },
  2: {
    wide: 'lg:grid-cols-[36%_32%_32%]',
    cell: 'lg:w-[32%]',
    row: 'max-xs:[&_tr]:grid-cols-2 max-xs:[&_tbody_th]:col-span-2',
    tablet: 'md:max-lg:grid-cols-2',
  },
  3: {
    wide: 'lg:grid-cols-[28%_24%_24%_24%]',
    cell: 'lg:w-[24%]',
    row: 'max-xs:[&_tr]:grid-cols-3 max-xs:[&_tbody_th]:col-span-3',
    tablet: 'md:max-lg:grid-cols-3',
  },
};
/** Chosen here, so that the page doesn't bring the others. */
export const columns = COLUMNS[offers.length];
