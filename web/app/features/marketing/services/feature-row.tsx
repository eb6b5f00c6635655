import { featureCopy } from '@atelier/content/features.ts';
import { featurePrice } from '@atelier/content/package-offers.ts';
import { FEATURE_NAMES, type FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { Check, Plus } from '../../../ui/icons.tsx';
import { Unbroken } from '../components/unbroken.ts';

/** One feature of the catalogue: its name and price, one sentence, three points. On a phone a press brings the points. */
export function FeatureRow({ feature }: { feature: FeatureId }) {
  const { blurb, bullets } = featureCopy[feature];
  const name = FEATURE_NAMES[feature];
  return (
    <article className="relative grid gap-x-8 border-t border-rule py-4 sm:grid-cols-[1fr_1.6fr] sm:gap-y-3 sm:py-6">
      <div className="flex max-xs:flex-wrap items-baseline justify-between gap-x-4 max-sm:pr-9 sm:row-span-2 sm:block">
        <h3 className="text-lg max-xs:hyphens-auto max-xs:wrap-anywhere">{name}</h3>
        <p className="shrink-0 text-sm text-ink-soft tabular-nums sm:mt-1">{featurePrice(feature)}</p>
      </div>
      <p className="max-sm:pr-9 max-sm:text-sm">{blurb}</p>
      <details className="unfold group">
        {/* All of the folded feature can be pressed, not only the sign at its end; the points lie above that, to be selected. */}
        <summary className="absolute inset-0">
          <span className="sr-only">What’s included: {name}</span>
          <Plus
            aria-hidden="true"
            className="absolute top-4.5 right-0 size-5 text-accent transition-transform group-open:rotate-45"
          />
        </summary>
        <ul className="relative grid gap-1.5 text-sm text-ink-soft max-sm:pt-3">
          {bullets.map((bullet) => (
            <li key={bullet} className="flex gap-2.5">
              <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-accent" />
              <span>
                <Unbroken text={bullet} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}
