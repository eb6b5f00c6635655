import { processSteps } from '@atelier/content/process.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { SectionHeading } from './section-heading.tsx';

/** How a project goes, from the brief to the launch, along a ruler. */
export function ProcessTimeline() {
  return (
    <section aria-labelledby="process" className="border-y border-rule bg-sunken">
      <div className="mx-auto max-w-page px-5 py-20 sm:px-8 sm:py-28">
        <SectionHeading id="process" title="How it goes">
          You know what happens next, and what it costs, before it happens.
        </SectionHeading>
        <ol className="mt-12 grid lg:grid-cols-4">
          {processSteps.map(({ title, when, text }, position) => (
            <li
              key={title}
              className="ruler relative grid content-start gap-2 pb-10 pl-8 last:pb-0 lg:pt-10 lg:pr-8 lg:pb-0 lg:pl-0"
            >
              <p
                aria-hidden="true"
                className="font-display text-4xl font-bold tracking-[-0.05em] text-accent"
              >
                {position + 1}
              </p>
              <h3 className="mt-1 text-xl">{title}</h3>
              <p className="text-sm font-semibold">{when}</p>
              <p className="text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
        <div className="mt-12 flex flex-wrap gap-3">
          <ButtonLink to="/start?type=landing&fresh=1">Start a Project</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Book a Call
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
