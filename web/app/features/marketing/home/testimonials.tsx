import type { TestimonialStat } from '@atelier/content/testimonials.ts';
import { clsx } from 'clsx';
import { Link } from '../../../lib/pages/links.ts';
import { ArrowDown, ArrowUp, Minus } from '../../../ui/icons.tsx';
import { SizedPicture } from '../../../ui/sized-picture.tsx';
import { SampleNote } from '../components/sample-note.tsx';
import { type Quote, quotes, rating } from './home.content.ts';
import { SectionHeading } from './section-heading.tsx';

/** Where each star begins, 24 wide. */
const stars = Array.from({ length: rating.best }, (_, star) => star * 24);

/** Testimonials under one rating (specification section 9). */
export function Testimonials() {
  return (
    <section aria-labelledby="testimonials" className="border-t border-rule bg-accent-soft">
      <div className="mx-auto max-w-page px-5 py-14 sm:px-8 sm:py-20 lg:py-28">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
          <SectionHeading id="testimonials" title="What clients say" />
          <Rating />
        </div>
        <ul className="sideways mt-5 auto-cols-[min(84vw,24rem)] gap-x-5 md:mt-12 md:auto-cols-auto md:grid-cols-2 md:gap-x-10 md:gap-y-14">
          {quotes.map((quote) => (
            <li key={quote.key} className="flex flex-col">
              <QuoteView quote={quote} />
            </li>
          ))}
        </ul>
        <SampleNote className="mt-6 md:mt-12" />
      </div>
    </section>
  );
}

function Rating() {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-on-accent-soft">
      <span className="font-display text-4xl font-bold tracking-[-0.05em] tabular-nums">{rating.text}</span>
      <svg viewBox="0 0 120 24" aria-hidden="true" className="h-6 w-30 text-accent" fill="currentColor">
        {stars.map((x) => (
          <path
            key={x}
            transform={`translate(${x})`}
            d="m12 2.5 2.9 6.1 6.6.9-4.8 4.6 1.2 6.6-5.9-3.2-5.9 3.2 1.2-6.6L2.5 9.5l6.6-.9z"
          />
        ))}
      </svg>
      <span className="sr-only">out of {rating.best}</span>
    </p>
  );
}

function QuoteView({ quote: { about, name, role, company, quote, stats, study } }: { quote: Quote }) {
  return (
    <>
      <figure>
        {study && (
          <SizedPicture
            picture={study.cover}
            isDecoration
            sizes="(min-width: 80rem) clamp(36rem, 36vw, 44rem), (min-width: 48rem) 46vw, min(84vw, 24rem)"
            className="mb-4 aspect-2/1 w-full rounded-md object-cover object-top"
          />
        )}
        <p className="text-sm font-semibold text-on-accent-soft">{about}</p>
        <blockquote className="mt-2 font-display text-lg font-medium tracking-tight text-pretty sm:text-xl">
          “{quote}”
        </blockquote>
        <figcaption className="mt-3 text-sm">
          <span className="font-semibold">{name}</span>, {role},{' '}
          {study ? (
            <Link to={study.to} className="underline decoration-1 underline-offset-4 hover:decoration-2">
              {company}
            </Link>
          ) : (
            <span>{company}</span>
          )}
        </figcaption>
      </figure>
      <ul className="mt-auto flex flex-wrap gap-2 pt-4">
        {stats.map((stat) => (
          <Stat key={stat.label} stat={stat} />
        ))}
      </ul>
    </>
  );
}

const tones = {
  up: { Arrow: ArrowUp, spoken: 'Up: ', look: 'bg-success-soft text-on-success-soft' },
  down: { Arrow: ArrowDown, spoken: 'Down: ', look: 'bg-info-soft text-on-info-soft' },
  neutral: { Arrow: Minus, spoken: '', look: 'bg-neutral-soft text-on-neutral-soft' },
};

/** A number that changed, with the direction in which it did; both can be good news. */
function Stat({ stat: { label, tone } }: { stat: TestimonialStat }) {
  const { Arrow, spoken, look } = tones[tone];
  return (
    <li className={clsx('flex items-center gap-1.5 rounded-full py-1 pr-3 pl-2 text-sm font-medium', look)}>
      <Arrow aria-hidden="true" className="size-4 shrink-0" />
      <span>
        <span className="sr-only">{spoken}</span>
        {label}
      </span>
    </li>
  );
}
