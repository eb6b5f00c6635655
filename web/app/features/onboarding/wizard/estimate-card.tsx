import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import {
  type BuildSize,
  describeCare,
  describePrice,
  describeTime,
  type Estimate,
  hasBuildPrice,
  hasCarePrice,
} from '@atelier/domain/onboarding/estimate.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { estimateOf } from '../onboarding.queries.ts';

const sizeWords: Record<BuildSize, string> = {
  care: 'Ongoing care',
  additions: 'Additions to what you have',
  landing: 'Landing page',
  site: 'Website',
  large: 'Large build',
};

function useEstimate(): Estimate {
  const { control } = useFormContext<Brief>();
  return useWatch({
    control,
    name: ['features', 'pages', 'timelineConfidence', 'contentReadiness'],
    compute: ([features, pages, timelineConfidence, contentReadiness]) =>
      estimateOf({ features, pages, timelineConfidence, contentReadiness }),
  });
}

/** The running estimate beside the steps. */
export function EstimateCard() {
  const estimate = useEstimate();
  return (
    <section aria-label="Running estimate" className="grid gap-4 rounded-lg border border-rule bg-raised p-6">
      <div className="grid gap-1">
        <h2 className="font-sans text-sm font-semibold tracking-normal">Running estimate</h2>
        <p className="font-display text-2xl leading-tight font-semibold tracking-tight tabular-nums">
          {describePrice(estimate)}
        </p>
        {hasBuildPrice(estimate) && hasCarePrice(estimate) && (
          <p className="text-sm text-ink-soft tabular-nums">and {describeCare(estimate)} for care</p>
        )}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-rule pt-4 text-sm">
        <dt className="text-ink-faint">Kind</dt>
        <dd className="text-right">{sizeWords[estimate.size]}</dd>
        <dt className="text-ink-faint">Time</dt>
        <dd className="text-right tabular-nums">{describeTime(estimate)}</dd>
      </dl>
      <p className="text-sm text-ink-faint">
        An estimate from your answers so far, not an offer. Your contract sets the final price.
      </p>
    </section>
  );
}

/** The estimate in one line, for the bar on phones. */
export function EstimateLine() {
  const estimate = useEstimate();
  return (
    <p className="truncate text-sm tabular-nums">
      <span className="text-ink-faint max-sm:sr-only">Estimate </span>
      <span className="font-semibold">{describePrice(estimate)}</span>
      {hasBuildPrice(estimate) && <span className="text-ink-soft"> · {describeTime(estimate)}</span>}
    </p>
  );
}
