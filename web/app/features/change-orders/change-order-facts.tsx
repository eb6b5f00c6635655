import type { ChangeOrderStatus } from '@atelier/domain/change-orders/rules.ts';
import type { ChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import { planAmounts } from '@atelier/domain/contracts/terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { ReactNode } from 'react';
import { formatDate } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { PriceLines } from '../../ui/price-lines.tsx';
import { SafeLink } from '../../ui/safe-link.tsx';

const statuses = {
  draft: { tone: 'neutral', label: 'Draft' },
  sent: { tone: 'info', label: 'Sent' },
  accepted: { tone: 'success', label: 'Accepted' },
  declined: { tone: 'warning', label: 'Declined' },
  withdrawn: { tone: 'neutral', label: 'Withdrawn' },
} as const;

export function ChangeOrderBadge({ status }: { status: ChangeOrderStatus }) {
  return <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>;
}

/** What accepted ones add to their contract, in whole US dollars. */
export const acceptedSum = (orders: readonly Pick<ChangeOrder, 'status' | 'total'>[]): number =>
  orders.reduce((sum, { status, total }) => sum + (status === 'accepted' ? total : 0), 0);

/** What it adds, in words: "$900 more". */
export function moreOrLess(total: number): string {
  if (total === 0) return 'No change in price';
  return `${formatUsd(Math.abs(total))} ${total > 0 ? 'more' : 'less'}`;
}

/** How it moves the dates of open milestones, in words. */
function movedBy(days: number): string {
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return `Dates of open milestones move ${count} ${days > 0 ? 'later' : 'earlier'}.`;
}

function Part({ as: Heading, title, children }: { as: 'h3' | 'h4'; title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 content-start gap-2">
      <Heading className="text-sm font-semibold">{title}</Heading>
      {children}
    </div>
  );
}

/** What a change order says: why, the lines, the payments, the days and the milestones. */
export function ChangeOrderFacts({
  order,
  heading,
  contractTotal,
}: {
  order: ChangeOrder;
  /** One below the change order's own. */
  heading: 'h3' | 'h4';
  /** The contract's total until now; null while it is open. */
  contractTotal: number | null;
}) {
  const { reason, terms, total, status } = order;
  const { lines, payments, days, milestones } = terms;
  const amounts = total > 0 ? planAmounts(total, payments) : [];
  const isOpen = status === 'draft' || status === 'sent';
  return (
    <div className="grid grid-cols-1 gap-5">
      {reason !== '' && (
        <Part as={heading} title="Why">
          <p className="whitespace-pre-wrap wrap-anywhere">{reason}</p>
        </Part>
      )}
      {lines.length > 0 && (
        <Part as={heading} title="What changes">
          <PriceLines lines={lines} />
        </Part>
      )}
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-2">
        <Part as={heading} title="Price">
          <dl className="grid grid-cols-1 gap-1">
            <Row label="This change" value={moreOrLess(total)} />
            {isOpen && contractTotal !== null && total !== 0 && (
              <Row label="The contract with it" value={formatUsd(contractTotal + total)} />
            )}
          </dl>
          {total < 0 && <p className="text-sm text-ink-soft">It comes off the payments that are due last.</p>}
        </Part>
        {total > 0 && (
          <Part as={heading} title="Payments">
            <dl className="grid grid-cols-1 gap-1">
              {payments.map(({ id, percent, label, date }, index) => (
                <Row
                  key={id}
                  label={`${percent}% ${label}${date === null ? '' : ` (${formatDate(date)})`}`}
                  value={formatUsd(amounts[index])}
                />
              ))}
            </dl>
          </Part>
        )}
        {(days !== 0 || milestones.length > 0) && (
          <Part as={heading} title="Time">
            {days !== 0 && <p>{movedBy(days)}</p>}
            <ul aria-label="New milestones" className="grid grid-cols-1 gap-2 empty:hidden">
              {milestones.map(({ id, title, description, due }) => (
                <li key={id} className="wrap-anywhere">
                  <p className="font-medium wrap-anywhere">
                    New milestone: {title}
                    {due !== null && <span className="font-normal text-ink-soft"> · {formatDate(due)}</span>}
                  </p>
                  {description !== '' && (
                    <p className="text-sm whitespace-pre-line text-ink-soft">{description}</p>
                  )}
                </li>
              ))}
            </ul>
          </Part>
        )}
      </div>
    </div>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-x-4">
      <dt className="min-w-0 text-ink-soft wrap-anywhere">{label}</dt>
      <dd className="shrink-0 font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

/** Its document, and what records that it was accepted. */
export function ChangeOrderFiles({ order: { url, recordUrl } }: { order: ChangeOrder }) {
  if (!url && !recordUrl) return null;
  return (
    <p className="flex flex-wrap gap-x-6">
      {url && (
        <SafeLink href={url} className="inline-flex min-h-11 items-center font-medium">
          View/Download PDF
        </SafeLink>
      )}
      {recordUrl && (
        <SafeLink href={recordUrl} className="inline-flex min-h-11 items-center">
          Download the record of acceptance
        </SafeLink>
      )}
    </p>
  );
}
