import { featureCopy } from '@atelier/content/features.ts';
import { featurePrice } from '@atelier/content/package-offers.ts';
import { FEATURE_NAMES, type FeatureId } from '@atelier/domain/catalogue.ts';
import { Check } from 'lucide-react';

/** One feature of the catalogue: its name and price, one sentence, three points. */
export function FeatureRow({ feature }: { feature: FeatureId }) {
  const { blurb, bullets } = featureCopy[feature];
  return (
    <article className="grid gap-x-8 gap-y-3 border-t border-rule py-6 sm:grid-cols-[1fr_1.6fr]">
      <div>
        <h3 className="text-lg">{FEATURE_NAMES[feature]}</h3>
        <p className="mt-1 text-sm text-ink-soft tabular-nums">{featurePrice(feature)}</p>
      </div>
      <div>
        <p>{blurb}</p>
        <ul className="mt-3 grid gap-1.5 text-sm text-ink-soft">
          {bullets.map((bullet) => (
            <li key={bullet} className="flex gap-2.5">
              <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-accent" />
              {bullet}
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
}
