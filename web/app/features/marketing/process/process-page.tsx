import { pages } from '@atelier/content/pages.ts';
import { afterLaunch, processSteps, workingRules } from '@atelier/content/process.ts';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { metaOf } from '../../../lib/page-meta-by-key.ts';
import { StructuredData } from '../../../ui/structured-data.tsx';
import { Closing } from '../components/closing.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { Unbroken } from '../components/unbroken.ts';
import { breadcrumbData } from '../seo/structured.ts';
import { PaymentSplit } from './payment-split.tsx';
import { StepView } from './step-view.tsx';

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = () => metaOf('process');

/** How a project goes, step by step: who does what, how long it takes, when it is paid. */
export default function ProcessPage() {
  return (
    <>
      <PageHero label={pages.process.label} title="Know what happens next, before it happens.">
        Two payments, one person, no surprises. A landing page or a shop, only the number of weeks changes.
      </PageHero>
      <ol className="mx-auto max-w-page px-5 sm:px-8">
        {processSteps.map((step, position) => (
          <StepView key={step.title} step={step} position={position} />
        ))}
      </ol>
      <section
        aria-labelledby="afterwards"
        className="mx-auto grid max-w-page gap-x-10 gap-y-4 px-5 pb-20 sm:px-8 sm:pb-28 lg:grid-cols-12"
      >
        <h2 id="afterwards" className="border-t border-rule pt-6 text-2xl lg:col-span-4">
          {afterLaunch.title}
        </h2>
        <p className="text-lg text-ink-soft lg:col-span-8 lg:border-t lg:border-rule lg:pt-6">
          {afterLaunch.text}
        </p>
      </section>
      <PaymentSplit />
      <section aria-labelledby="rules" className="mx-auto max-w-page px-5 py-20 sm:px-8 sm:py-28">
        <h2 id="rules" className="text-3xl tracking-[-0.03em]">
          Always true
        </h2>
        <div className="mt-10 grid gap-x-10 gap-y-10 sm:grid-cols-2">
          {workingRules.map(({ title, text }) => (
            <div key={title} className="border-t-2 border-ink pt-4">
              <h3 className="text-lg">{title}</h3>
              <p className="mt-2 text-ink-soft">
                <Unbroken text={text} />
              </p>
            </div>
          ))}
        </div>
      </section>
      <Closing />
      <StructuredData data={import.meta.env.SSR ? [breadcrumbData([pages.process])] : undefined} />
    </>
  );
}
