import type { InvoiceFilter } from '@atelier/domain/invoices/rules.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import type { Money } from '@atelier/domain/money/schema.ts';
import { moneyPath } from '@atelier/domain/pages.ts';
import { ArrowRight, Wallet } from 'lucide-react';
import { Link } from '../../../lib/pages/links.ts';

/** The invoices that need the studio: those to send, and those that are overdue. */
export const countMoneyTasks = (money: Pick<Money, 'overdue' | 'drafts'> | undefined) =>
  money ? money.overdue.count + money.drafts.count : 0;

/** Overdue invoices and drafts, each kind in a line. */
export function MoneyLines({ money: { overdue, drafts } }: { money: Pick<Money, 'overdue' | 'drafts'> }) {
  return (
    <ul
      aria-label="Invoices"
      className="flex flex-wrap gap-x-8 rounded-lg border border-rule bg-raised px-4 py-1 sm:px-7"
    >
      <MoneyLine sum={overdue} words={['overdue invoice', 'overdue invoices']} state="overdue" />
      <MoneyLine sum={drafts} words={['invoice to send', 'invoices to send']} state="draft" />
    </ul>
  );
}

function MoneyLine({
  sum: { amount, count },
  words: [one, many],
  state,
}: {
  sum: Money['overdue'];
  words: readonly [one: string, many: string];
  state: InvoiceFilter;
}) {
  if (count === 0) return null;
  return (
    <li>
      <Link
        to={moneyPath(state)}
        className="inline-flex min-h-11 items-center gap-2.5 no-underline hover:text-accent"
      >
        <Wallet aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
        <span>
          <span className="font-semibold">
            {count.toLocaleString('en-US')} {count === 1 ? one : many}
          </span>
          , {formatCents(amount)}
        </span>
        <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-accent" />
      </Link>
    </li>
  );
}
