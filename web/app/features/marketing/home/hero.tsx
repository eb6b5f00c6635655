import { studio } from '@atelier/content/studio.ts';
import { clsx } from 'clsx';
import { Link } from '../../../lib/pages/links.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ArrowRight } from '../../../ui/icons.tsx';
import { SizedPicture } from '../../../ui/sized-picture.tsx';
import { covers, figures } from './home.content.ts';

/** Where covers lie on the sheet: one fills it, two overlap, three or four stand in rows. */
const ROWS = [
  'w-[37%] left-[11.5%] top-[12.5%]',
  'w-[37%] left-[51.5%] top-[12.5%]',
  'w-[37%] left-[11.5%] top-[48%]',
  'w-[37%] left-[51.5%] top-[48%]',
];
const PLACES: Readonly<Record<number, readonly string[]>> = {
  1: ['w-[77%] left-[11.5%] top-[12.5%]'],
  2: ['w-[50%] left-[11.5%] top-[12.5%]', 'w-[50%] left-[38.5%] top-[38%]'],
};
const places = PLACES[covers.length] ?? ROWS;
const sizes = covers.length > 2 ? '(min-width: 48rem) 16vw, 36vw' : '(min-width: 48rem) 30vw, 70vw';

/** One lands after the other. */
const delays = [
  '[animation-delay:250ms]',
  '[animation-delay:340ms]',
  '[animation-delay:430ms]',
  '[animation-delay:520ms]',
];

/**
 * The studio's work as a printer's sheet: covers between crop marks, with colour bars and a red pencil. The marks draw
 * themselves, the covers drop in, and the pencil comes last: 1.2 s in all, and none of it where motion is reduced.
 */
function WorkSheet({ className }: { className?: string }) {
  return (
    <div className={clsx('relative aspect-[560/486]', className)}>
      <svg viewBox="0 0 560 486" fill="none" aria-hidden="true" className="absolute inset-0 size-full">
        <g className="stroke-ink-faint" strokeWidth="1.25">
          <path
            className="animate-draw [--length:28]"
            d="M36 0v26M524 0v26M36 460v26M524 460v26M0 36h26M534 36h26M0 450h26M534 450h26"
          />
          <path className="animate-draw [--length:28]" d="M280 4v20M270 14h20M280 462v20M270 472h20" />
          <circle cx="280" cy="14" r="6" />
          <circle cx="280" cy="472" r="6" />
        </g>
        <rect x="36" y="36" width="488" height="414" className="fill-raised stroke-rule" strokeWidth="1.25" />
        <path d="M64 413h14v14H64z" className="fill-ink" />
        <path d="M80 413h14v14H80z" className="fill-accent" />
        <path d="M96 413h14v14H96z" className="fill-warning" />
        <path d="M112 413h14v14h-14z" className="fill-info" />
        <path d="M128 413h14v14h-14z" className="fill-success" />
        <path d="M392 417h104M432 425h64" className="stroke-neutral-soft" strokeWidth="4" />
      </svg>
      {covers.map(({ to, name, number, picture }, place) => (
        <Link
          key={to}
          to={to}
          aria-label={name}
          className={clsx(
            'group absolute animate-drop focus-visible:z-10 hover:z-10',
            places[place],
            delays[place],
          )}
        >
          <SizedPicture
            picture={picture}
            isDecoration
            sizes={sizes}
            className="h-auto w-full ring-1 ring-rule transition duration-200 group-hover:-translate-y-1.5 group-hover:shadow-floating"
          />
          <span
            aria-hidden="true"
            className="absolute bottom-2 left-2 rounded-full bg-ink px-3 py-1 font-display font-semibold text-paper opacity-0 transition duration-200 group-hover:-translate-y-1.5 group-hover:opacity-100 group-focus-visible:opacity-100"
          >
            {number}
          </span>
        </Link>
      ))}
      <svg
        viewBox="0 0 560 486"
        fill="none"
        aria-hidden="true"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="3.5"
        className="pointer-events-none absolute inset-0 z-20 size-full stroke-accent"
      >
        <path
          className="animate-draw [--length:330] [animation-delay:750ms]"
          d="M196 88c-2-12 22-18 44-17 24 1 38 8 36 18-3 12-34 17-56 14-18-2-27-8-24-18 2-8 18-13 36-14"
        />
        <path
          className="animate-draw [--length:100] [animation-delay:950ms]"
          d="m462 384 14 18 40-58"
          strokeWidth="6"
        />
      </svg>
    </div>
  );
}

/** The first screen (specification section 2, "Home"). */
export function Hero() {
  return (
    <section aria-labelledby="hero" className="overflow-hidden">
      <div className="mx-auto grid max-w-page items-center gap-x-10 gap-y-6 px-5 pt-10 pb-8 sm:px-8 sm:pt-14 md:grid-cols-[1.2fr_1fr] md:pb-12 lg:gap-x-14 lg:pt-16 lg:pb-16">
        <div className="grid gap-5 sm:gap-7">
          <h1 id="hero" className="text-display font-bold tracking-[-0.045em]">
            {studio.tagline}
          </h1>
          <p className="max-w-measure text-lg text-ink-soft">{studio.description}</p>
          <div className="flex flex-wrap items-center gap-2 sm:gap-3">
            <ButtonLink to="/start?type=landing&fresh=1" variant="accent" size="lg">
              Start a Project
            </ButtonLink>
            <ButtonLink to="/contact?type=fullstack" variant="secondary" size="lg">
              Ask a question
            </ButtonLink>
            <ButtonLink to="/client-portal" variant="secondary" size="lg" data-when="projects">
              Client Portal
            </ButtonLink>
            <Link
              to="/work"
              data-when="signed-out"
              className="group inline-flex min-h-11 items-center gap-2 pr-3 pl-1 text-lg font-semibold underline decoration-transparent decoration-2 underline-offset-4 hover:decoration-accent"
            >
              See Work
              <ArrowRight
                aria-hidden="true"
                className="size-5 text-accent transition-transform group-hover:translate-x-1"
              />
            </Link>
          </div>
        </div>
        {covers.length > 0 && (
          <WorkSheet className="w-full justify-self-center max-md:-mb-2 max-md:max-w-md md:rotate-2 min-[96rem]:w-[118%] min-[96rem]:justify-self-start" />
        )}
      </div>
      <div className="border-y border-rule">
        <dl className="mx-auto grid max-w-page grid-cols-2 px-5 max-xs:grid-cols-1 sm:px-8 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
          {figures.map(({ value, text }) => (
            <div
              key={value}
              className="border-rule py-4 pr-4 not-first:pl-4 sm:py-5 max-lg:odd:pl-0 xs:max-lg:even:border-l max-lg:nth-[n+3]:border-t max-xs:not-first:border-t max-xs:pl-0! lg:not-first:border-l lg:not-first:pl-6"
            >
              <dt className="font-display text-xl font-semibold tracking-tight">{value}</dt>
              <dd className="text-sm text-ink-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
