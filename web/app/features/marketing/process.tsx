import { claims } from '@atelier/content/claims.ts';
import { pages } from '@atelier/content/pages.ts';
import { afterLaunch, type ProcessStep, processSteps, workingRules } from '@atelier/content/process.ts';
import type { PublicPageHandle } from '../../../paint-first/handle.ts';
import { metaOf } from '../../lib/pages/page-meta-by-key.ts';
import { StructuredData } from '../../ui/structured-data.tsx';
import { Closing } from './components/closing.tsx';
import { PageHero } from './components/page-hero.tsx';
import { Picture } from './components/picture.tsx';
import { StepTime } from './components/step-time.tsx';
import { Unbroken } from './components/unbroken.ts';
import { breadcrumbData } from './seo/structured.ts';

const { reservePercent, launchPercent, words } = claims.payment;

function PaymentSplit() {
  return (
    <section aria-labelledby="payment" className="border-y border-rule bg-sunken">
      <div className="mx-auto grid max-w-page gap-10 px-5 py-16 sm:px-8 sm:py-24">
        <h2 id="payment" className="max-w-3xl text-3xl tracking-[-0.03em]">
          {words.charAt(0).toUpperCase() + words.slice(1)}. Nothing in between.
        </h2>
        <dl className="grid grid-cols-2 max-xs:grid-cols-1">
          {[
            {
              share: reservePercent,
              text: 'when you accept the proposal, to reserve your place',
              look: 'bg-accent text-on-accent [print-color-adjust:exact]',
            },
            {
              share: launchPercent,
              text: 'when your site is live',
              look: 'bg-raised text-ink border border-l-0 border-rule',
            },
          ].map(({ share, text, look }) => (
            <div key={text} className={`grid content-between gap-8 p-5 sm:min-h-52 sm:p-8 ${look}`}>
              <dt className="font-display text-4xl font-bold tracking-[-0.05em] tabular-nums">{share}%</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Share({
  title,
  points,
  className,
}: {
  title: string;
  points: readonly string[];
  className: string;
}) {
  return (
    <div className={className}>
      <h3 className="font-sans text-sm font-semibold tracking-normal">{title}</h3>
      <ul className="mt-2 grid gap-2 text-ink-soft">
        {points.map((point) => (
          <li key={point} className="border-t border-rule pt-2">
            <Unbroken text={point} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One step of the process: its number, what it is, what the client sees, and who does what. */
function StepView({ step, position }: { step: ProcessStep; position: number }) {
  const { title, when, text, you, studio, shows, result } = step;
  return (
    <li className="grid gap-x-10 gap-y-8 border-t border-ink pt-6 pb-16 sm:grid-cols-2 sm:pb-24 lg:grid-cols-12 lg:grid-rows-[1fr_auto_auto]">
      <div className="sm:max-lg:col-span-2 lg:col-span-5">
        <div className="flex items-start gap-6 lg:block">
          <p
            aria-hidden="true"
            className="min-w-[0.6em] font-display text-[clamp(4rem,9vw,8rem)] leading-[0.8] font-bold tracking-[-0.06em] text-accent"
          >
            {position + 1}
          </p>
          <StepTime when={when} className="mt-1 text-sm font-semibold text-ink-soft lg:mt-8" />
        </div>
        <h2 className="mt-6 text-3xl tracking-[-0.03em] lg:mt-3">{title}</h2>
        <p className="mt-4 max-w-measure text-lg text-pretty text-ink-soft">
          <Unbroken text={text} />
        </p>
      </div>
      <figure className="sm:max-lg:col-span-2 lg:col-span-7 lg:row-span-2 print:hidden">
        <div className="overflow-hidden rounded-lg border border-rule shadow-raised">
          <Picture
            name={shows.picture}
            sizes="(min-width: 80rem) 44rem, (min-width: 64rem) 54vw, calc(100vw - 2.5rem)"
            className="h-auto w-full"
          />
        </div>
        <figcaption className="mt-2.5 text-sm text-ink-soft">{shows.caption}</figcaption>
      </figure>
      <Share title="You" points={you} className="lg:col-span-5" />
      <Share title="Me" points={studio} className="lg:col-span-7" />
      <p className="border-l-2 border-accent pl-4 sm:max-lg:col-span-2 lg:col-span-5 lg:col-start-1 lg:row-start-2 lg:mb-7 lg:self-end">
        <span className="font-semibold">At the end:</span> {result}
      </p>
    </li>
  );
}

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = () => metaOf('process');

/** /process: each step with who does what and how long it takes, then payment and rules. */
export default function ProcessPage() {
  return (
    <>
      <PageHero label={pages.process.label} title="Know what happens next, before it happens.">
        Two payments, one person, no surprises. Landing page or shop, only the timeline changes.
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
