import type { ContractStatus } from '@atelier/domain/contracts/rules.ts';
import type { ChangeRequest, Contract } from '@atelier/domain/contracts/schema.ts';
import { type PlannedPart, planAmounts } from '@atelier/domain/contracts/terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { usualPayment } from './usual-payment.content.ts';

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

/** The usual plan, in the words of the site. */
const USUAL: readonly PayablePart[] = [
  { label: 'to reserve', percent: usualPayment.reservePercent, date: null },
  { label: 'at launch', percent: usualPayment.launchPercent, date: null },
];

type PricedContract = Pick<Contract, 'total' | 'totalWithChanges' | 'terms'>;
type PayablePart = Pick<PlannedPart, 'label' | 'percent' | 'date'>;

/** A contract's total with the payments it is made in. Open, it is "TBD", and they have no amounts. */
export function PriceFacts({
  label,
  contract: { total, totalWithChanges, terms },
}: {
  label: string;
  contract: PricedContract;
}) {
  const parts: readonly PayablePart[] = terms?.plan.parts ?? USUAL;
  const amounts = planAmounts(total, parts);
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl>
        <dt className="text-sm text-ink-soft">{label}</dt>
        <dd className="font-display text-3xl font-semibold tracking-tight tabular-nums">
          {formatUsd(total)}
        </dd>
        {totalWithChanges !== total && (
          <dd className="text-ink-soft">
            With accepted changes:{' '}
            <strong className="font-semibold text-ink tabular-nums">{formatUsd(totalWithChanges)}</strong>
          </dd>
        )}
      </dl>
      <div className="grid grid-cols-1 gap-2.5">
        <div aria-hidden="true" className="flex gap-1">
          {parts.map(({ percent }, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sent version never move
              key={index}
              className={clsx('h-1.5 rounded-full', index === 0 ? 'bg-accent' : 'bg-edge')}
              style={{ flexGrow: percent }}
            />
          ))}
        </div>
        <dl className="grid grid-cols-1 gap-1 text-sm">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sent version never move
            <div key={index} className="flex items-baseline justify-between gap-x-4">
              <dt className="min-w-0 text-ink-soft wrap-anywhere">
                {part.percent}% {part.label === usualPayment.acceptance ? 'to reserve' : part.label}
                {part.date !== null && <span> ({formatDate(part.date)})</span>}
              </dt>
              {total !== null && <dd className="font-semibold tabular-nums">{formatUsd(amounts[index])}</dd>}
            </div>
          ))}
        </dl>
      </div>
      {total === null && (
        <p className="text-sm text-ink-soft">
          You and I agree on the price in writing before any of it is due.
        </p>
      )}
    </div>
  );
}

/** Words that a version no longer has. */
export function Removed({ children }: { children: ReactNode }) {
  return (
    <del className="mx-px rounded-sm bg-danger-soft px-0.5 text-on-danger-soft">
      <span className="sr-only">[removed: </span>
      {children}
      <span className="sr-only">] </span>
    </del>
  );
}

/** Words that a version has and the one before hadn't. */
export function Added({ children }: { children: ReactNode }) {
  return (
    <ins className="mx-px rounded-sm bg-success-soft px-0.5 text-on-success-soft no-underline">
      <span className="sr-only">[added: </span>
      {children}
      <span className="sr-only">] </span>
    </ins>
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
