import { studio } from '@atelier/content/studio.ts';
import { Link } from '../../../lib/links.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { ArrowRight } from '../../../ui/icons.tsx';
import { covers, figures } from './home.content.ts';
import { WorkSheet } from './work-sheet.tsx';

/** The first screen of the site: what this is, and the ways in (specification section 2, "Home"). */
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
        <dl className="mx-auto grid max-w-page grid-cols-2 px-5 max-xs:grid-cols-1 sm:px-8 lg:grid-cols-4">
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
