import { packageCopy } from '@atelier/content/packages.ts';
import { prices } from '@atelier/content/prices.ts';
import { type FeatureId, featureName, PACKAGES } from '@atelier/domain/catalogue.ts';
import { estimateBrief, formatPriceRange, formatSpan } from '@atelier/domain/estimate.ts';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { buttonClass } from '../../ui/button-style.ts';
import { SectionHeading } from './section-heading.tsx';
import { StartLink } from './start-link.tsx';

/** What a package costs and how long it takes: the estimate of a brief that holds nothing else. */
function offerOf(features: readonly FeatureId[]) {
  const estimate = estimateBrief(
    { features: [...features], pages: '', timelineConfidence: 'flexible', contentReadiness: 'ready' },
    prices,
  );
  return {
    price: formatPriceRange(estimate.low, estimate.high),
    span: formatSpan({ minDays: estimate.minDays, maxDays: estimate.maxDays, open: estimate.openEnded }),
  };
}

/** The three packages side by side, and the way to put one's own together. */
export function Packages() {
  return (
    <section aria-labelledby="packages" className="mx-auto max-w-page px-5 py-20 sm:px-8 sm:py-28">
      <SectionHeading id="packages" title="Three ways to begin">
        Pick the one that is closest. You can add and remove parts before anything is decided.
      </SectionHeading>
      <div className="mt-12 grid gap-5 lg:grid-cols-3">
        {PACKAGES.map(({ key, name, sub, features }) => {
          const { pitch, button, featured } = packageCopy[key];
          const { price, span } = offerOf(features);
          return (
            <article
              key={key}
              className={clsx(
                'flex flex-col gap-5 rounded-lg border p-6 sm:p-8',
                featured ? 'border-ink bg-raised shadow-floating' : 'border-rule bg-raised',
              )}
            >
              <header className="grid gap-1">
                <p className="text-sm text-ink-soft">{sub}</p>
                <h3 className="text-2xl">{name}</h3>
              </header>
              <p className="text-ink-soft">{pitch}</p>
              <p>
                <span className="font-display text-xl font-semibold tracking-tight tabular-nums">
                  {price}
                </span>
                <span className="block text-sm text-ink-soft">in {span}</span>
              </p>
              <ul className="grid gap-2 border-t border-rule pt-5 text-sm">
                {features.map((feature) => (
                  <li key={feature} className="flex gap-2.5">
                    <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-accent" />
                    {featureName(feature)}
                  </li>
                ))}
              </ul>
              <div className="mt-auto pt-2">
                <StartLink
                  features={features}
                  className={buttonClass({ variant: featured ? 'accent' : 'secondary', isWide: true })}
                >
                  {button}
                </StartLink>
              </div>
            </article>
          );
        })}
      </div>
      <p className="mt-8 text-ink-soft">
        None of them?{' '}
        <StartLink className="font-semibold text-ink underline decoration-accent underline-offset-4">
          Configure your own
        </StartLink>
        .
      </p>
    </section>
  );
}
