import type { Invoice, PlannedPayment } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { InvoiceStateBadge } from './invoice-facts.tsx';
import { type MilestoneTitles, plannedWhen } from './invoice-words.ts';

/** The payments of the accepted contract: when each is due, and how its invoice stands. */
export function PaymentPlan({
  plan,
  invoices,
  milestones,
  action,
  more,
  children,
}: {
  plan: readonly PlannedPayment[];
  invoices: readonly Invoice[];
  milestones: MilestoneTitles;
  /** What can be done with a payment that has no invoice yet. */
  action?: (planned: PlannedPayment) => ReactNode;
  /** What else can be done with one that isn't paid. */
  more?: (planned: PlannedPayment) => ReactNode;
  children?: ReactNode;
}) {
  return (
    <Card title="Payment plan">
      <ol aria-label="Payment plan" className="-my-3 grid grid-cols-1 divide-y divide-rule">
        {plan.map((planned) => {
          const when = plannedWhen(planned, milestones);
          const invoice = invoices.find(({ id }) => id === planned.invoiceId);
          return (
            <li key={planned.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
              <div className="grid min-w-0 flex-1 basis-36 grid-cols-1">
                <p className="font-semibold wrap-anywhere">
                  {planned.percent}% {planned.label}
                </p>
                {when && <p className="text-sm wrap-anywhere text-ink-soft">{when}</p>}
                {invoice?.state !== 'paid' && more?.(planned)}
              </div>
              <div className="ml-auto grid min-w-0 justify-items-end gap-1.5">
                <p className="min-w-0 wrap-anywhere tabular-nums">{formatCents(planned.amount)}</p>
                {invoice ? (
                  <p className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm">
                    {invoice.number && <span className="text-ink-soft">Invoice {invoice.number}</span>}
                    <InvoiceStateBadge state={invoice.state} />
                  </p>
                ) : (
                  (action?.(planned) ?? <p className="text-sm text-ink-soft">No invoice yet</p>)
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {children}
    </Card>
  );
}
