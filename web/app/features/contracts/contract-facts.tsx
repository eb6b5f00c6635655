import { claims } from '@atelier/content/claims.ts';
import { type ContractStatus, splitTotal } from '@atelier/domain/contracts/rules.ts';
import type { ChangeRequest } from '@atelier/domain/contracts/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';

const statuses = {
  draft: { tone: 'neutral', label: 'Draft' },
  sent: { tone: 'info', label: 'Sent' },
  change_requested: { tone: 'warning', label: 'Change requested' },
  accepted: { tone: 'success', label: 'Accepted' },
} as const;

/** A contract's status as a badge. */
export function ContractStatusBadge({ status }: { status: ContractStatus }) {
  return <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>;
}

const { reservePercent, launchPercent } = claims.payment;

/** A contract's total with its two parts. Open, it is "TBD", and its parts have no amounts. */
export function PriceFacts({ label, total }: { label: string; total: number | null }) {
  const { reserve, launch } = splitTotal(total, reservePercent);
  const parts = [
    { name: `${reservePercent}% to reserve`, amount: reserve, percent: reservePercent, mark: 'bg-accent' },
    { name: `${launchPercent}% at launch`, amount: launch, percent: launchPercent, mark: 'bg-edge' },
  ];
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl>
        <dt className="text-sm text-ink-soft">{label}</dt>
        <dd className="font-display text-3xl font-semibold tracking-tight tabular-nums">
          {formatUsd(total)}
        </dd>
      </dl>
      <dl className="flex gap-1">
        {parts.map(({ name, amount, percent, mark }) => (
          // As wide as its share, and never narrower than its words.
          <div key={name} className="min-w-min" style={{ flexBasis: `${percent}%` }}>
            <dt className="text-sm text-ink-soft">
              <span aria-hidden="true" className={`mb-2 block h-1.5 rounded-full ${mark}`} />
              {name}
            </dt>
            {amount !== null && <dd className="font-semibold tabular-nums">{formatUsd(amount)}</dd>}
          </div>
        ))}
      </dl>
      {total === null && (
        <p className="text-sm text-ink-soft">
          You and I agree on the price in writing before any of it is due.
        </p>
      )}
    </div>
  );
}

/** The change requests, oldest first. */
export function ChangeRequests({ requests }: { requests: readonly ChangeRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="change-requests" className="grid grid-cols-1 gap-3">
      <h3 id="change-requests" className="text-sm font-semibold">
        Change requests
      </h3>
      <ol className="grid grid-cols-1 gap-3">
        {requests.map((request) => (
          <li key={request.id} className="grid min-w-0 gap-1 rounded-md bg-sunken px-4 py-3">
            <p className="whitespace-pre-wrap wrap-anywhere">{request.message}</p>
            <p className="text-sm text-ink-soft">
              {formatDateTime(request.createdAt)} · on version {request.version}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
