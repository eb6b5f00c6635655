import { type Estimate, formatPriceRange, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { Card } from '../../../ui/card.tsx';

/** What the answers come to. It says in words that it is an estimate: nobody may take it for an offer. */
export function EstimateCard({ estimate }: { estimate: Estimate | null }) {
  return (
    <Card title="Estimate">
      {estimate ? (
        <Figures estimate={estimate} />
      ) : (
        <p className="text-ink-soft">None was made for this brief.</p>
      )}
    </Card>
  );
}

function Figures({ estimate }: { estimate: Estimate }) {
  const { low, high, monthlyLow, monthlyHigh, minDays, maxDays, openEnded } = estimate;
  const span = formatSpan({ minDays, maxDays, open: openEnded });
  return (
    <>
      <dl className="grid grid-cols-1 gap-4">
        {high > 0 && (
          <div>
            <dt className="text-sm text-ink-faint">To build it</dt>
            <dd className="font-display text-xl font-semibold tabular-nums">{formatPriceRange(low, high)}</dd>
          </div>
        )}
        {monthlyHigh > 0 && (
          <div>
            <dt className="text-sm text-ink-faint">Ongoing care</dt>
            <dd className="tabular-nums">{formatPriceRange(monthlyLow, monthlyHigh)} a month</dd>
          </div>
        )}
        <div>
          <dt className="text-sm text-ink-faint">Time</dt>
          <dd>{span}</dd>
        </div>
      </dl>
      <p className="text-sm text-ink-faint">
        An estimate from the answers in the brief, not an offer. Your contract sets the final price.
      </p>
    </>
  );
}
