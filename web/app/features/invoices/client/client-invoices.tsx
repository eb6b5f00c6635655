import type { Invoice } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ReceiptText } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { useDecidesIn } from '../../../lib/pages/project-view.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState, SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { InvoiceCard } from '../invoice-facts.tsx';
import { dueWords, leftToPay, type MilestoneTitles, withCreditNotes } from '../invoice-words.ts';
import { listInvoices } from '../invoices.queries.ts';
import { PaymentPlan } from '../payment-plan.tsx';
import { BillingCard } from './billing-card.tsx';
import { HowToPay } from './how-to-pay.tsx';

/** Shows what was paid for an invoice; nothing where there is nothing. */
export type InvoicePayments = ComponentType<{ projectId: string; invoiceId: string }>;

/**
 * A project's invoices as its client reads and pays them. A look at another's, or at an archived project, changes nothing.
 * @param milestones undefined while they and the payments are on their way
 */
export default function ClientInvoices({
  project,
  milestones,
  Payments,
  payByCard,
}: {
  project: Project;
  milestones: MilestoneTitles | undefined;
  Payments: InvoicePayments;
  /** What leads to paying an open invoice by card; undefined where nothing can be paid so. */
  payByCard?: ((invoice: Invoice) => ReactNode) | undefined;
}) {
  const query = useQuery(listInvoices(project._id));
  const canEdit = useDecidesIn(project) && project.status === 'submitted';
  if (query.data && !milestones) return <SkeletonList label="Loading invoices…" rows={3} />;
  const { items = [], plan = [], billing } = query.data ?? {};
  const { first } = leftToPay(items);
  return (
    <div className="grid grid-cols-1 gap-5">
      <QueryState query={query} label="Loading invoices…" rows={3} fallback="Failed to load invoices." />
      {query.data && items.length === 0 && (
        <EmptyState icon={<ReceiptText aria-hidden="true" />} title="No invoices yet.">
          {plan.length > 0
            ? 'Each payment of the plan comes as an invoice, by email and here, when it’s due.'
            : 'Once you’ve accepted the contract, each of its payments comes as an invoice, by email and here.'}
        </EmptyState>
      )}
      {items.length > 0 && (
        <>
          <ToPay items={items} />
          <section className="grid grid-cols-1 gap-4">
            <h2 className="text-lg">Invoices</h2>
            <ol aria-label="Invoices" className="grid grid-cols-1 gap-4">
              {withCreditNotes(openFirst(items)).map(({ invoice, notes }) => (
                <InvoiceCard
                  key={invoice.id}
                  invoice={invoice}
                  notes={notes}
                  payments={<Payments projectId={project._id} invoiceId={invoice.id} />}
                  actions={invoice.open > 0 && payByCard?.(invoice)}
                >
                  {invoice.open > 0 && (
                    <HowToPay
                      invoice={invoice}
                      isOpen={invoice === first && !payByCard}
                      isOther={!!payByCard}
                    />
                  )}
                </InvoiceCard>
              ))}
            </ol>
          </section>
        </>
      )}
      {milestones && plan.length > 0 && <PaymentPlan plan={plan} invoices={items} milestones={milestones} />}
      {billing && <BillingCard projectId={project._id} billing={billing} canEdit={canEdit} />}
    </div>
  );
}

/** What asks for money comes before what is done, by the day on which it is due. */
function openFirst(items: readonly Invoice[]): Invoice[] {
  const rank = ({ open, dueOn }: Invoice) => (open > 0 ? (dueOn ?? '') : 'done');
  return items.toSorted((one, other) => rank(one).localeCompare(rank(other)));
}

/** What is left to pay in all, and what was paid beyond. */
function ToPay({ items }: { items: readonly Invoice[] }) {
  const { open, first } = leftToPay(items);
  const credit = items.reduce((sum, invoice) => sum + invoice.credit, 0);
  const count = items.filter((invoice) => invoice.open > 0).length;
  return (
    <Card>
      <dl className="grid grid-cols-1 gap-1">
        <dt className="text-sm text-ink-soft">
          {count > 1 ? `Left to pay, of ${count} invoices` : 'Left to pay'}
        </dt>
        <dd className="font-display text-3xl font-semibold tracking-tight wrap-anywhere tabular-nums">
          {open > 0 ? formatCents(open) : 'Nothing to pay'}
        </dd>
      </dl>
      {first?.dueOn && (
        <p className="text-ink-soft">
          {count > 1 ? `${formatCents(first.open)} of it is` : 'It’s'}{' '}
          <span className={clsx(first.state === 'overdue' && 'font-semibold text-danger')}>
            {dueWords(first.dueOn)}
          </span>
          , {formatDate(first.dueOn)}.
        </p>
      )}
      {credit > 0 && (
        <p>
          You paid <span className="font-semibold tabular-nums">{formatCents(credit)}</span> more than was
          due: it’s kept as a credit.
        </p>
      )}
    </Card>
  );
}
