import { cases } from '@atelier/content/cases.ts';
import { claims } from '@atelier/content/claims.ts';
import { homeQuestions } from '@atelier/content/faq.ts';
import { packageOffers } from '@atelier/content/package-offers.ts';
import { pages } from '@atelier/content/pages.ts';
import { type PictureName, pictures, pictureWidths } from '@atelier/content/pictures.ts';
import { processSteps } from '@atelier/content/process.ts';
import { serviceCards } from '@atelier/content/services.ts';
import { testimonials } from '@atelier/content/testimonials.ts';
import { FEATURE_GROUPS, FEATURE_NAMES, startUrl } from '@atelier/domain/onboarding/catalogue.ts';

/*
 * The text of the home page, taken from content/. Evaluated at build time (paint-first/vite.ts), so
 * it exports plain values only.
 */

const { timelines, payment, introCall } = claims;

function decoration(name: PictureName) {
  return { name, ratio: pictures[name].ratio, widths: pictureWidths(name) };
}

export const facts = pages.home;

export const paths = { services: pages.services.path, faq: pages.faq.path };

/** The four numbers under the first screen. */
export const figures = [
  { value: timelines.landing, text: 'for a landing page' },
  { value: timelines.site, text: 'for a whole site' },
  { value: payment.short, text: payment.words },
  { value: `${introCall.minutes} minutes`, text: 'for an intro call' },
];

/** As many as the sheet has places for. */
export const covers = cases.slice(0, 4).map(({ cover }) => decoration(cover));

export const cards = serviceCards.map(({ anchor, ...card }) => ({
  ...card,
  to: `${pages.services.path}#${anchor}` as const,
}));
export type Card = (typeof cards)[number];

export const steps = processSteps.map(({ title, when, text }) => ({ title, when, text }));

export const offers = packageOffers.map(
  ({ key, name, sub, pitch, price, takes, button, featured, features }) => ({
    ...{ key, name, sub, pitch, price, takes, button, featured },
    to: startUrl(features),
  }),
);

/** The wizard without a package. */
export const ownWay = startUrl();

/** The catalogue in its groups; of each feature, whether the offers have it, in their order. */
export const featureGroups = FEATURE_GROUPS.map(({ name, features }) => ({
  name,
  features: features.map((feature) => ({
    name: FEATURE_NAMES[feature],
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
    about: FEATURE_NAMES[module],
    study: study ? { to: `/work/${study.slug}` as const, cover: decoration(study.cover) } : null,
  };
});
export type Quote = (typeof quotes)[number];
