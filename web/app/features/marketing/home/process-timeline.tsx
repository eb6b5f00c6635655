import { ButtonLink } from '../../../ui/button-link.tsx';
import { StepTime } from '../components/step-time.tsx';
import { Unbroken } from '../components/unbroken.ts';
import { steps } from './home.content.ts';
import { SectionHeading } from './section-heading.tsx';

/** How a project goes, from the brief to the launch, along a ruler. */
export function ProcessTimeline() {
  return (
    <section aria-labelledby="process" className="border-y border-rule bg-sunken">
      <div className="mx-auto max-w-page px-5 py-14 sm:px-8 sm:py-20 lg:py-28">
        <SectionHeading id="process" title="How it works">
          You know what happens next, and what it costs, before it happens.
        </SectionHeading>
        <ol className="mt-8 grid md:grid-cols-2 md:gap-x-10 lg:mt-12 lg:gap-x-0 lg:grid-cols-4">
          {steps.map(({ title, when, text }, position) => (
            <li
              key={title}
              className="ruler relative grid grid-cols-[auto_1fr] content-start gap-x-3 gap-y-1 pb-7 pl-7 max-md:last:pb-0 lg:block lg:pt-10 lg:pr-8 lg:pb-0 lg:pl-0"
            >
              <p
                aria-hidden="true"
                className="-mt-1 min-w-[0.6em] font-display text-3xl font-bold tracking-[-0.05em] text-accent lg:text-4xl"
              >
                {position + 1}
              </p>
              <div className="grid gap-1 lg:mt-3 lg:gap-2">
                <h3 className="text-xl">{title}</h3>
                <StepTime when={when} className="text-sm font-semibold" />
                <p className="text-ink-soft max-lg:text-sm">
                  <Unbroken text={text} />
                </p>
              </div>
            </li>
          ))}
        </ol>
        <div className="mt-9 flex flex-wrap gap-3 lg:mt-12">
          <ButtonLink to="/start?type=landing&fresh=1">Start a Project</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Book a Call
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
