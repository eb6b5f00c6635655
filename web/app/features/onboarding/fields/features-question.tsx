import { featureCopy } from '@atelier/content/features.ts';
import { featurePrice } from '@atelier/content/package-offers.ts';
import { packageCopy } from '@atelier/content/packages.ts';
import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import {
  FEATURE_GROUPS,
  FEATURE_IDS,
  FEATURE_NAMES,
  type FeatureId,
  PACKAGES,
} from '@atelier/domain/onboarding/catalogue.ts';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';

/** A feature to choose: its name, what one gets, and what it costs. Pressing anywhere on the card ticks its box. */
function FeatureCard({ id, isChosen, onToggle }: { id: FeatureId; isChosen: boolean; onToggle: () => void }) {
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

const inCatalogueOrder = (ids: readonly FeatureId[]) => FEATURE_IDS.filter((id) => ids.includes(id));
const isSame = (one: readonly FeatureId[], other: readonly FeatureId[]) =>
  one.length === other.length && one.every((id) => other.includes(id));

/** A package to start from, and every feature as a card in its group. */
export function FeaturesQuestion() {
  const { control } = useFormContext<Brief>();
  const { field } = useController({ control, name: 'features' });
  const choose = (ids: readonly FeatureId[]) => field.onChange(inCatalogueOrder(ids));
  const toggle = (id: FeatureId) =>
    choose(field.value.includes(id) ? field.value.filter((other) => other !== id) : [...field.value, id]);

  return (
    <div className="grid gap-10">
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-semibold">Start from a package</legend>
        <div className="grid gap-3 sm:grid-cols-3">
          {PACKAGES.map((each) => (
            <PackageButton
              key={each.key}
              name={each.name}
              sub={each.sub}
              pitch={packageCopy[each.key].pitch}
              isChosen={isSame(field.value, each.features)}
              onChoose={() => choose(each.features)}
            />
          ))}
        </div>
      </fieldset>
      {FEATURE_GROUPS.map((group) => (
        <fieldset key={group.name} className="grid min-w-0 gap-3">
          <legend className="mb-3 font-display text-lg font-semibold">{group.name}</legend>
          <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {group.features.map((id) => (
              <FeatureCard key={id} id={id} isChosen={field.value.includes(id)} onToggle={() => toggle(id)} />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

function PackageButton({
  name,
  sub,
  pitch,
  isChosen,
  onChoose,
}: {
  name: string;
  sub: string;
  pitch: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={clsx(
        'grid content-start gap-1 rounded-lg border p-4 text-left transition-colors',
        isChosen ? 'border-ink bg-ink text-paper' : 'border-edge hover:border-ink hover:bg-raised',
      )}
    >
      <span className="flex items-center justify-between gap-2">
        <span className="font-display text-lg font-semibold">{name}</span>
        {isChosen && <Check aria-hidden="true" className="size-5" />}
      </span>
      <span className="text-sm font-semibold">{sub}</span>
      <span className={clsx('text-sm', isChosen ? '' : 'text-ink-soft')}>{pitch}</span>
    </button>
  );
}
