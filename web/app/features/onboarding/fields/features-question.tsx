import { featureCopy } from '@atelier/content/features.ts';
import { featureGroups, featureName, isOffered, offersCare } from '@atelier/content/offer.ts';
import { careNote } from '@atelier/content/onboarding.ts';
import { featurePrice, type PackageOffer, packageOffers } from '@atelier/content/package-offers.ts';
import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { ALWAYS_SUGGESTED, FEATURE_IDS, type FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';

/** A feature to choose: its name, what one gets, and what it costs. Pressing anywhere on it ticks it. */
function FeatureCard({ id, isChosen, onToggle }: { id: FeatureId; isChosen: boolean; onToggle: () => void }) {
  const { blurb, bullets } = featureCopy[id];
  const base = useId();
  return (
    <div
      className={clsx(
        'relative flex flex-col gap-3 rounded-lg border p-4 transition-colors sm:p-5',
        isChosen ? 'border-accent bg-raised shadow-raised' : 'border-rule hover:border-edge hover:bg-raised',
      )}
    >
      {/* The box is the whole card: the browser scrolls all of it into view for the keyboard. */}
      <input
        id={base}
        type="checkbox"
        checked={isChosen}
        onChange={onToggle}
        aria-describedby={`${base}-blurb ${base}-price`}
        className="absolute inset-0 z-1 size-full cursor-pointer appearance-none rounded-lg outline-offset-2 focus-visible:outline-2 focus-visible:outline-accent"
      />
      <div className="flex items-start justify-between gap-3">
        <label htmlFor={base} className="font-display text-lg leading-snug font-semibold tracking-tight">
          {featureName(id)}
        </label>
        <span
          aria-hidden="true"
          className={clsx(
            'mt-0.5 grid size-6 shrink-0 place-items-center rounded-sm border',
            isChosen ? 'border-accent bg-accent' : 'border-edge bg-raised',
          )}
        >
          {isChosen && <Check strokeWidth={3} className="size-4 text-on-accent" />}
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
const withoutCare = (ids: readonly FeatureId[]) => ids.filter((id) => id !== ALWAYS_SUGGESTED);
/** Whether two selections are the same build; care is a choice beside it. */
function isSameBuild(one: readonly FeatureId[], other: readonly FeatureId[]): boolean {
  const [mine, theirs] = [withoutCare(one), withoutCare(other)];
  return mine.length === theirs.length && mine.every((id) => theirs.includes(id));
}

/** A package to start from, care, and every feature as a card in its group; last those that only an older brief has. */
export function FeaturesQuestion() {
  const { control } = useFormContext<Brief>();
  const { field } = useController({ control, name: 'features' });
  // As the page opened: what is unticked can be ticked again.
  const [withdrawn] = useState(() => field.value.filter((id) => !isOffered(id)));
  const groups =
    withdrawn.length > 0
      ? [...featureGroups, { name: 'No longer offered', features: withdrawn }]
      : featureGroups;
  const choose = (ids: readonly FeatureId[]) => field.onChange(inCatalogueOrder(ids));
  const toggle = (id: FeatureId) =>
    choose(field.value.includes(id) ? field.value.filter((other) => other !== id) : [...field.value, id]);

  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        <fieldset className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
          <legend className="sr-only">Start from a package</legend>
          {packageOffers.map((offer) => (
            <PackageButton
              key={offer.key}
              offer={offer}
              isChosen={isSameBuild(field.value, offer.features)}
              onChoose={() => choose(offer.features)}
            />
          ))}
        </fieldset>
        {offersCare && (
          <CareLine
            isChosen={field.value.includes(ALWAYS_SUGGESTED)}
            onToggle={() => toggle(ALWAYS_SUGGESTED)}
          />
        )}
      </div>
      {groups.map((group) => (
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

/** Says that care is in the selection from the start, what it is, and takes it out or back in. */
function CareLine({ isChosen, onToggle }: { isChosen: boolean; onToggle: () => void }) {
  return (
    <p className="text-ink-soft text-sm">
      <span className="font-semibold text-ink">{featureName(ALWAYS_SUGGESTED)}</span> (
      {featurePrice(ALWAYS_SUGGESTED)}) {isChosen ? careNote.included : careNote.leftOut}{' '}
      <button
        type="button"
        onClick={onToggle}
        className="font-semibold text-ink underline underline-offset-4 hover:text-accent"
      >
        {isChosen ? 'Leave it out' : 'Add it back'}
      </button>
    </p>
  );
}

/** A package: its name, what it costs and takes, and who it is for. */
function PackageButton({
  offer,
  isChosen,
  onChoose,
}: {
  offer: PackageOffer;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const quiet = isChosen ? '' : 'text-ink-soft';
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
        <span className="font-display text-lg font-semibold">{offer.name}</span>
        {isChosen && <Check aria-hidden="true" className="size-5 shrink-0" />}
      </span>
      <span className="text-sm font-semibold">{offer.sub}</span>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold tabular-nums">{offer.price}</span>
        <span className={clsx('text-sm tabular-nums', quiet)}>{offer.takes}</span>
      </span>
      <span className={clsx('text-sm', quiet)}>{offer.pitch}</span>
    </button>
  );
}
