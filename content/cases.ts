import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import type { PackageKey } from './packages.ts';
import type { PictureName } from './pictures.ts';

export interface CaseResult {
  label: string;
  before: string;
  after: string;
}

export interface CaseStudy {
  /** The page is /work/{slug}; its text is `cases/{slug}.mdx`. */
  slug: string;
  client: string;
  /** The client's business, in a few words. */
  sector: string;
  title: string;
  /** Two sentences: for cards, search engines and shared links. At most 160 characters. */
  summary: string;
  year: number;
  /** The package it started with, if you still offer that. */
  package?: PackageKey;
  features: readonly FeatureId[];
  /** What was wrong, what was decided, and why: a sentence or two each. */
  story: { problem: string; decision: string; why: string };
  /** From kickoff to launch. */
  took: { days: number; text: string };
  results: readonly [CaseResult, CaseResult, CaseResult];
  /** The client's quote, by its key in `testimonials.ts`. */
  testimonial?: string;
  cover: PictureName;
}

/** The case studies, best first. Sample content: these clients do not exist (see `sample.ts`). */
export const cases: readonly CaseStudy[] = [
  {
    slug: 'oddspoke',
    client: 'Oddspoke Cycles',
    sector: 'Bicycles built to order',
    title: 'A shop that asks good questions',
    summary:
      'Cargo bikes and tandems, built to order. A shop that configures them in four questions, and a checkout people finish.',
    year: 2026,
    package: 'pro',
    features: [
      'web',
      'ecom',
      'brand',
      'forms',
      'email',
      'ai',
      'ga4',
      'heat',
      'boost',
      'seo',
      'host',
      'leads',
      'support',
    ],
    story: {
      problem:
        'Every bicycle is built to order, and the old shop took orders through forty-one drop-downs on one page. Two in three people gave up.',
      decision:
        'A shop that asks four questions, one at a time, and shows the bicycle and its price after each one.',
      why: 'People know what they want to carry long before they know which brakes they need.',
    },
    took: { days: 45, text: '6.5 weeks' },
    results: [
      { label: 'Finished checkouts', before: '31%', after: '58%' },
      { label: 'Emails per order', before: '6', after: '2' },
      { label: 'Load time on a phone', before: '4.9 s', after: '0.9 s' },
    ],
    testimonial: 'oddspoke',
    cover: 'oddspoke-cover',
  },
  {
    slug: 'marram-bread',
    client: 'Marram Bread',
    sector: 'A bakery by the sea',
    title: 'Sold out by Friday noon',
    summary:
      'One page that takes orders for Saturday’s bread. Designed, built and live in five days, before the season began.',
    year: 2026,
    package: 'launch',
    features: ['lp', 'brand', 'forms', 'ga4', 'seo', 'host', 'leads', 'heat', 'support'],
    story: {
      problem:
        'On Saturdays there was either a queue and no bread, or bread and no queue. Pre-orders came by phone, mid-bake.',
      decision: 'One page that takes orders until Friday noon, and then says plainly that it’s too late.',
      why: 'The bakery didn’t need a better website. It needed to know how many loaves to bake.',
    },
    took: { days: 5, text: '5 days' },
    results: [
      { label: 'Pre-orders a week', before: '3', after: '41' },
      { label: 'Bread left on Saturday', before: '18%', after: '2%' },
      { label: 'Page weight', before: '6.2 MB', after: '140 kB' },
    ],
    testimonial: 'marram-bread',
    cover: 'marram-cover',
  },
  {
    slug: 'plainmove',
    client: 'Plainmove',
    sector: 'A physiotherapy practice',
    title: 'Booked before the pain returns',
    summary:
      'A calm site for people in pain: large type, plain words, and an appointment in three steps, no mouse needed.',
    year: 2025,
    package: 'grow',
    features: ['web', 'brand', 'forms', 'heat', 'ga4', 'host', 'leads', 'seo', 'boost', 'support'],
    story: {
      problem:
        'Four in five appointments were made by phone, between treatments. The old site was no use without a mouse.',
      decision: 'Booking in three steps, in large type, tried out first by people who were in pain that day.',
      why: 'Someone in pain won’t read a page about methods.',
    },
    took: { days: 18, text: '2.5 weeks' },
    results: [
      { label: 'Appointments booked online', before: '22%', after: '64%' },
      { label: 'Load time on a phone', before: '5.8 s', after: '0.8 s' },
      { label: 'Accessibility issues', before: '112', after: '0' },
    ],
    testimonial: 'plainmove',
    cover: 'plainmove-cover',
  },
  {
    slug: 'borrowhall',
    client: 'Borrowhall',
    sector: 'A library of things',
    title: 'Nine hundred things, one search box',
    summary:
      'Drills, tents and a carpet cleaner, lent by volunteers. A catalogue worth browsing, and an assistant that has read every leaflet.',
    year: 2025,
    package: 'pro',
    features: ['web', 'ai', 'email', 'brand', 'forms', 'leads', 'seo', 'host', 'support'],
    story: {
      problem:
        'Nine hundred things to lend, a catalogue in a spreadsheet, and the same questions by email every day.',
      decision:
        'One search box for everything, and an assistant that answers from the leaflets and names the page.',
      why: 'Volunteers should hand out tents, not look up leaflets.',
    },
    took: { days: 35, text: '5 weeks' },
    results: [
      { label: 'Loans a month', before: '140', after: '390' },
      { label: 'Questions answered at once', before: '0%', after: '71%' },
      { label: 'Late returns', before: '19%', after: '7%' },
    ],
    testimonial: 'borrowhall',
    cover: 'borrowhall-cover',
  },
];

/** The case study with a slug. */
export function findCase(slug: string): CaseStudy | undefined {
  return cases.find((each) => each.slug === slug);
}
