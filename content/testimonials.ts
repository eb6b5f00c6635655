import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';

export interface TestimonialStat {
  label: string;
  /** Whether the number went up or down, or neutral without a direction. Both can be good news. */
  tone: 'up' | 'down' | 'neutral';
}

export interface Testimonial {
  key: string;
  /** The part of the work that it is about. */
  module: FeatureId;
  name: string;
  role: string;
  company: string;
  quote: string;
  stats: readonly TestimonialStat[];
}

/** Clients' quotes. Sample content: none of these people or companies exist (see `sample.ts`). */
export const testimonials: readonly Testimonial[] = [
  {
    key: 'marram-bread',
    module: 'lp',
    name: 'Sample client Ada',
    role: 'Baker and owner',
    company: 'Marram Bread',
    quote:
      'We talked on Monday, the page was live on Friday, and by Saturday forty loaves were ordered before we opened.',
    stats: [
      { label: 'Pre-orders, 3 to 41 a week', tone: 'up' },
      { label: 'Calls about opening hours', tone: 'down' },
    ],
  },
  {
    key: 'plainmove',
    module: 'web',
    name: 'Sample client Jo',
    role: 'Physiotherapist',
    company: 'Plainmove',
    quote:
      'For the first time, patients tell us the website was the easy part. I approved the pages between appointments.',
    stats: [
      { label: 'Bookings online, 22% to 64%', tone: 'up' },
      { label: 'Load time, 5.8 s to 0.8 s', tone: 'down' },
    ],
  },
  {
    key: 'oddspoke',
    module: 'ecom',
    name: 'Sample client Mika',
    role: 'Workshop lead',
    company: 'Oddspoke Cycles',
    quote:
      'We build odd bicycles and needed an odd shop. It shows the frame first and asks the same questions we ask in the workshop.',
    stats: [
      { label: 'Finished checkouts, 31% to 58%', tone: 'up' },
      { label: 'Emails per order, 6 to 2', tone: 'down' },
    ],
  },
  {
    key: 'borrowhall',
    module: 'ai',
    name: 'Sample client Noor',
    role: 'Volunteer coordinator',
    company: 'Borrowhall',
    quote:
      'At eleven at night, members ask the assistant how to use the carpet cleaner. It answers from our own leaflets and says which one.',
    stats: [
      { label: 'Questions answered at once, 71%', tone: 'neutral' },
      { label: 'Late returns', tone: 'down' },
    ],
  },
];
