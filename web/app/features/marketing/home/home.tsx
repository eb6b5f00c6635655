import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { pageMeta } from '../../../lib/pages/page-meta.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { StructuredData } from '../../../ui/structured-data.tsx';
import { Closing } from '../components/closing.tsx';
import { StepTime } from '../components/step-time.tsx';
import { Unbroken } from '../components/unbroken.ts';
import { QuestionItem } from '../faq/question-item.tsx';
import { studioData } from '../seo/structured.ts';
import { Hero } from './hero.tsx';
import { facts, paths, questions, quotes, steps } from './home.content.ts';
import { Packages } from './packages.tsx';
import { SectionHeading } from './section-heading.tsx';
import { ServiceCards } from './service-cards.tsx';
import { Testimonials } from './testimonials.tsx';

/** The process, from brief to launch, along a ruler. */
function ProcessTimeline() {
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

/** The first questions, and a link to the price. */
function HomeQuestions() {
  return (
    <section aria-labelledby="questions" className="border-t border-rule">
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-6 px-5 py-14 sm:px-8 sm:py-20 lg:py-28 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <div className="grid gap-6 lg:sticky lg:top-28">
            <SectionHeading id="questions" title="Before you ask">
              What everyone wants to know, answered plainly.
            </SectionHeading>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/start?fresh=1&intent=quote">Get a Quote</ButtonLink>
              <ButtonLink to={paths.faq} variant="secondary">
                All questions
              </ButtonLink>
            </div>
          </div>
        </div>
        <div className="lg:col-span-7">
          {questions.map((question, position) => (
            <QuestionItem key={question.key} question={question} isOpen={position === 0} />
          ))}
        </div>
      </div>
    </section>
  );
}

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = () => pageMeta(facts);

/** The home page; the order of its sections is that of specification section 2. */
export default function Home() {
  return (
    <>
      <Hero />
      <ServiceCards />
      <ProcessTimeline />
      <Packages />
      <HomeQuestions />
      {quotes.length > 0 && <Testimonials />}
      <Closing />
      {/* Questions and services are told once, on the pages that are about them. */}
      <StructuredData data={import.meta.env.SSR ? studioData() : undefined} />
    </>
  );
}
