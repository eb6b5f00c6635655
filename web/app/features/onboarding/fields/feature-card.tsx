import { featureCopy } from '@atelier/content/features.ts';
import { featurePrice } from '@atelier/content/package-offers.ts';
import { FEATURE_NAMES, type FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId } from 'react';

/** A feature to choose: its name, what one gets, and what it costs. Pressing anywhere on the card ticks its box. */
export function FeatureCard({
  id,
  isChosen,
  onToggle,
}: {
  id: FeatureId;
  isChosen: boolean;
  onToggle: () => void;
}) {
  const { blurb, bullets } = featureCopy[id];
  const base = useId();
  return (
    <div
      className={clsx(
        'relative flex flex-col gap-3 rounded-lg border p-4 transition-colors sm:p-5',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isChosen ? 'border-accent bg-raised shadow-raised' : 'border-rule hover:border-edge hover:bg-raised',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <label
          htmlFor={base}
          className="font-display text-lg leading-snug font-semibold tracking-tight after:absolute after:inset-0 after:cursor-pointer"
        >
          {FEATURE_NAMES[id]}
        </label>
        <span className="relative mt-0.5 grid shrink-0 place-items-center">
          <input
            id={base}
            type="checkbox"
            checked={isChosen}
            onChange={onToggle}
            aria-describedby={`${base}-blurb ${base}-price`}
            className="size-6 appearance-none rounded-sm border border-edge bg-raised outline-none checked:border-accent checked:bg-accent"
          />
          {isChosen && (
            <Check
              aria-hidden="true"
              strokeWidth={3}
              className="pointer-events-none absolute size-4 text-on-accent"
            />
          )}
        </span>
      </div>
      <p id={`${base}-blurb`} className="text-sm leading-relaxed text-ink-soft">
        {blurb}
      </p>
      <ul className="grid gap-1 text-sm text-ink-soft">
        {bullets.map((bullet) => (
          <li key={bullet} className="flex gap-2">
            <span aria-hidden="true" className="mt-[0.7em] h-px w-3 shrink-0 bg-accent" />
            {bullet}
          </li>
        ))}
      </ul>
      <p id={`${base}-price`} className="mt-auto pt-1 text-sm font-semibold tabular-nums">
        {featurePrice(id)}
      </p>
    </div>
  );
}
