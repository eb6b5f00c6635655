import type { InvoiceFilter } from '@atelier/domain/invoices/rules.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import type { Money } from '@atelier/domain/money/schema.ts';
import { moneyPath } from '@atelier/domain/pages.ts';
import { clsx } from 'clsx';
import { Link } from '../../../lib/pages/links.ts';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { averageWords, invoiceCount } from './money-words.ts';

const figuresClass = 'grid grid-cols-1 gap-3 @min-[36rem]:grid-cols-2 @min-[60rem]:grid-cols-4';

/** As large as the figures. */
export function FiguresSkeleton() {
  return (
    <div className="@container">
      <div className={figuresClass}>
        {['outstanding', 'overdue', 'drafts', 'days'].map((place) => (
          <Skeleton key={place} className="h-27.5 rounded-lg" />
        ))}
      </div>
    </div>
  );
}

/** What is owed, in four figures, each with a link to the invoices that it counts. */
export function MoneyFigures({ money: { outstanding, overdue, drafts, daysToPay } }: { money: Money }) {
  return (
    <div className="@container">
      <ul aria-label="At a glance" className={figuresClass}>
        <Figure
          label="Outstanding"
          value={formatCents(outstanding.amount)}
          note={invoiceCount(outstanding.count)}
          state="open"
        />
        <Figure
          label="Overdue"
          value={formatCents(overdue.amount)}
          note={invoiceCount(overdue.count)}
          state="overdue"
          isAlarming={overdue.count > 0}
        />
        <Figure
          label="Drafts to send"
          value={formatCents(drafts.amount)}
          note={invoiceCount(drafts.count)}
          state="draft"
        />
        <Figure
          label="Average time to pay"
          value={averageWords(daysToPay.average)}
          note={
            daysToPay.count === 0
              ? 'nothing paid in twelve months'
              : `${invoiceCount(daysToPay.count)} paid in twelve months`
          }
          state="paid"
        />
      </ul>
    </div>
  );
}

function Figure({
  label,
  value,
  note,
  state,
  isAlarming = false,
}: {
  label: string;
  value: string;
  note: string;
  /** The invoices that it counts. */
  state: InvoiceFilter;
  isAlarming?: boolean;
}) {
  return (
    <li className="min-w-0">
      <Link
        to={moneyPath(state)}
        preventScrollReset
        className="grid h-full min-w-0 gap-0.5 rounded-lg border border-rule bg-raised px-4 py-3 no-underline hover:border-accent"
      >
        <span className="text-sm text-ink-soft">{label} </span>
        <span
          className={clsx(
            'font-display text-2xl font-semibold wrap-anywhere tabular-nums',
            isAlarming && 'text-danger',
          )}
        >
          {value}{' '}
        </span>
        <span className="text-xs text-ink-faint">{note}</span>
      </Link>
    </li>
  );
}
