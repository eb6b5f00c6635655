import { processSteps } from '@atelier/content/process.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { SectionHeading } from './section-heading.tsx';

/** How a project goes, from the brief to the launch. */
export function Process() {
  return (
    <section aria-labelledby="process" className="border-t border-rule bg-sunken">
      <div className="mx-auto max-w-page px-5 py-20 sm:px-8 sm:py-28">
        <SectionHeading id="process" title="How it goes">
          You know what happens next, and what it costs, before it happens.
        </SectionHeading>
        <ol className="mt-12 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {processSteps.map(({ title, when, text }, position) => (
            <li key={title} className="grid content-start gap-2 border-t-2 border-ink pt-4">
              <p aria-hidden="true" className="font-display text-3xl font-bold text-accent">
                {position + 1}
              </p>
              <h3 className="text-lg">{title}</h3>
              <p className="text-sm font-semibold text-ink-soft">{when}</p>
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
