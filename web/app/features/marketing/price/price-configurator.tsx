import { type FeatureId, startUrl } from '@atelier/domain/onboarding/catalogue.ts';
import {
  describeCare,
  describePrice,
  describeTime,
  estimateBrief,
  hasBuildPrice,
} from '@atelier/domain/onboarding/estimate.ts';
import { clsx } from 'clsx';
import { useState } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import { Check } from '../../../ui/icons.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { StartLink } from '../start-link.tsx';
import { care, groups, order, packages, prices } from './price-configurator.content.ts';

export interface PriceConfiguratorProps {
  /** What is ticked at first; by default what the featured package has. */
  features?: readonly FeatureId[] | undefined;
  isOpen: boolean;
  onClose: () => void;
}

const isSame = (one: readonly FeatureId[], other: readonly FeatureId[]) =>
  one.length === other.length && one.every((id) => other.includes(id));

/**
 * Packages and features with a running price, by the wizard's own rules and without an account; its
 * button opens the wizard with the selection. Keeps the selection while the page is open.
 */
export default function PriceConfigurator({ features: first, isOpen, onClose }: PriceConfiguratorProps) {
  const [chosen, setChosen] = useState<readonly FeatureId[]>(
    () => first?.filter((id) => id !== care?.id) ?? packages.find(({ featured }) => featured)?.features ?? [],
  );
  const features = order.filter((id) => chosen.includes(id) || id === care?.id);
  const estimate = estimateBrief(
    { features, pages: '', timelineConfidence: 'flexible', contentReadiness: 'ready' },
    prices,
  );
  const toggle = (id: FeatureId) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      title="See your price"
      description="Tick what you need: the price follows. Nothing is sent or saved."
      actions={
        <div className="grid w-full gap-3 sm:flex sm:items-center sm:justify-between sm:gap-6">
          <div role="status" className="grid tabular-nums">
            <p>
              <span className="font-display font-semibold text-xl tracking-tight">
                {describePrice(estimate)}
              </span>
              {hasBuildPrice(estimate) && (
                <span className="text-ink-soft text-sm"> in {describeTime(estimate)}</span>
              )}
            </p>
            {care && hasBuildPrice(estimate) && (
              <p className="text-ink-soft text-sm">and {describeCare(estimate)} for care, if you keep it</p>
            )}
          </div>
          <StartLink to={startUrl(features)} className={buttonClass({ variant: 'accent' })}>
            Start with this
          </StartLink>
        </div>
      }
    >
      <div className="grid gap-6">
        <fieldset className="grid gap-2 sm:auto-cols-fr sm:grid-flow-col">
          <legend className="sr-only">Start from a package</legend>
          {packages.map(({ key, name, sub, price, features: included }) => {
            const isChosen = isSame(chosen, included);
            return (
              <button
                key={key}
                type="button"
                aria-pressed={isChosen}
                onClick={() => setChosen(included)}
                className={clsx(
                  'grid rounded-md border px-3 py-2.5 text-left text-sm transition-colors',
                  isChosen ? 'border-ink bg-ink text-paper' : 'border-edge hover:border-ink',
                )}
              >
                <span className="flex items-center justify-between gap-2 font-semibold text-base">
                  {name}
                  {isChosen && <Check aria-hidden="true" className="size-4 shrink-0" />}
                </span>
                <span>{sub}</span>
                <span className="tabular-nums">{price}</span>
              </button>
            );
          })}
        </fieldset>
        {groups.map((group) => (
          <fieldset key={group.name} className="min-w-0">
            <legend className="mb-1 font-semibold">{group.name}</legend>
            {group.features.map(({ id, name, blurb, price }) => (
              <label
                key={id}
                className="grid cursor-pointer grid-cols-[auto_1fr_auto] items-start gap-x-3 border-t border-rule py-2.5"
              >
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={() => toggle(id)}
                  aria-label={name}
                  aria-describedby={`price-of-${id}`}
                  className="mt-0.5 size-5 accent-accent"
                />
                <span className="min-w-0">
                  {name}
                  <span className="block text-ink-soft text-sm max-sm:hidden">{blurb}</span>
                </span>
                <span id={`price-of-${id}`} className="text-sm tabular-nums">
                  {price}
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        {care && (
          <p className="border-t border-rule pt-3 text-ink-soft text-sm">
            <span className="font-semibold text-ink">{care.name}</span> ({care.price}) is added to every
            selection at first: updates, backups and small changes after launch. Leave it out on the next page
            if you don’t want it.
          </p>
        )}
        <p className="text-ink-soft text-sm">
          An estimate, not an offer: your contract sets the final price.
        </p>
      </div>
    </Dialog>
  );
}
