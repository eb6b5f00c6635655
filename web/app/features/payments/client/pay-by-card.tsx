import { api } from '@atelier/domain/api.ts';
import type { Invoice } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { CreditCard } from 'lucide-react';
import { useEffect } from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';

/** Leads to the card provider's page, on which what is left of an invoice is paid. Nothing where it's too little or too much. */
export function PayByCard({
  projectId,
  invoice: { id, number, open },
  limits,
}: {
  projectId: string;
  invoice: Pick<Invoice, 'id' | 'number' | 'open'>;
  /** In cents. */
  limits: { least: number; most: number };
}) {
  const start = useCall(api.startCardPayment);
  const { reset } = start;
  // A browser that goes back shows the page as it was left: with the button at work.
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => persisted && reset();
    addEventListener('pageshow', show);
    return () => removeEventListener('pageshow', show);
  }, [reset]);
  if (open < limits.least || open > limits.most) return null;
  return (
    <>
      <Button
        size="sm"
        isPending={start.isPending || start.isSuccess}
        pendingLabel="Opening the payment page…"
        onClick={() =>
          start.mutate(
            { params: { id: projectId, invoiceId: id } },
            { onSuccess: ({ url }) => location.assign(url) },
          )
        }
      >
        <CreditCard aria-hidden="true" className="size-4" />
        Pay {formatCents(open)} by card<span className="sr-only">: invoice {number}</span>
      </Button>
      {start.isError && (
        <div className="w-full">
          <FailureAlert error={start.error} fallback="Failed to open the payment page." />
        </div>
      )}
    </>
  );
}
