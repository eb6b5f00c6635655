import { formatCents } from '@atelier/domain/money/rules.ts';
import { paymentMethodLabels } from '@atelier/domain/payments/rules.ts';
import type { Payment } from '@atelier/domain/payments/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatDate } from '../../lib/format.ts';
import { listPayments } from './payments.queries.ts';

/** What a payment or refund was, in words: a credit names the other invoice in its reference. */
export function paymentWords({ kind, method, reference }: Payment): string {
  if (method === 'credit') {
    return kind === 'payment'
      ? `Paid · Credit of invoice ${reference}`
      : `Credit moved to invoice ${reference}`;
  }
  const words = `${kind === 'payment' ? 'Paid' : 'Paid back'} · ${paymentMethodLabels[method]}`;
  return reference ? `${words} · ${reference}` : words;
}

/** What was paid for an invoice and paid back, newest first; nothing where there is nothing. */
export function PaymentList<Item extends Payment>({
  items,
  isRemoved,
  facts,
  action,
}: {
  items: readonly Item[];
  isRemoved?: (item: Item) => boolean;
  /** More that is known of one. */
  facts?: (item: Item) => ReactNode;
  action?: (item: Item) => ReactNode;
}) {
  if (items.length === 0) return null;
  return (
    <ul aria-label="Payments" className="grid grid-cols-1 divide-y divide-rule border-t border-rule">
      {items.map((item) => (
        <li key={item.id} className="flex items-center justify-between gap-x-4 py-3">
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <div
              className={clsx(
                'grid min-w-0 flex-1 basis-36 grid-cols-1',
                isRemoved?.(item) && 'text-ink-soft',
              )}
            >
              <p className="wrap-anywhere">{paymentWords(item)}</p>
              <p className="text-sm text-ink-soft">{formatDate(item.on)}</p>
              {facts?.(item)}
            </div>
            <p
              className={clsx(
                'ml-auto min-w-0 wrap-anywhere tabular-nums',
                isRemoved?.(item) && 'text-ink-soft line-through',
              )}
            >
              {formatCents(item.kind === 'payment' ? item.amount : -item.amount)}
            </p>
          </div>
          {action?.(item)}
        </li>
      ))}
    </ul>
  );
}

/** What the client has paid for an invoice. */
export function ClientPayments({ projectId, invoiceId }: { projectId: string; invoiceId: string }) {
  const { items = [] } = useQuery(listPayments(projectId)).data ?? {};
  return <PaymentList items={items.filter((payment) => payment.invoiceId === invoiceId)} />;
}
