import type { Invoice, PlannedPayment } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { Banknote, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { InvoiceStateBadge } from './invoice-facts.tsx';

/** What is paid once a milestone is approved, and what has to be paid before it starts; nothing where there is neither. */
export default function MilestonePayments({
  plan,
  invoices,
  milestoneId,
}: {
  plan: readonly PlannedPayment[];
  invoices: readonly Invoice[];
  milestoneId: string;
}) {
  const invoiceOf = ({ invoiceId }: PlannedPayment) => invoices.find(({ id }) => id === invoiceId);
  const due = plan.filter((planned) => planned.milestoneId === milestoneId);
  const before = plan.filter(
    (planned) =>
      planned.holdsMilestoneId === milestoneId &&
      // After a change order nothing may be left of it.
      (planned.amount > 0 || planned.invoiceId !== null) &&
      invoiceOf(planned)?.state !== 'paid',
  );
  if (due.length + before.length === 0) return null;
  return (
    <ul aria-label="Payments" className="grid grid-cols-1 gap-1 text-sm text-ink-soft">
      {before.map((planned) => (
        <Fact key={planned.id} icon={<Hourglass aria-hidden="true" className="size-4" />}>
          Starts once “{planned.percent}% {planned.label}” is paid
        </Fact>
      ))}
      {due.map((planned) => {
        const invoice = invoiceOf(planned);
        return (
          <Fact key={planned.id} icon={<Banknote aria-hidden="true" className="size-4" />}>
            <span className="tabular-nums">{formatCents(planned.amount)}</span>
            {invoice ? (
              <>
                {invoice.number && <span>, invoice {invoice.number}</span>}{' '}
                <InvoiceStateBadge state={invoice.state} />
              </>
            ) : (
              <span> due when it’s approved</span>
            )}
          </Fact>
        );
      })}
    </ul>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-2 wrap-anywhere">
      <span className="relative top-0.5">{icon}</span>
      <span>{children}</span>
    </li>
  );
}
