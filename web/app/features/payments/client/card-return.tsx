import type { Invoice } from '@atelier/domain/invoices/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { checkCardPayment } from '../payments.queries.ts';

/** What became of a payment, for a client who comes back from the card provider's page. */
export function CardReturn({
  projectId,
  invoice: { id, number },
}: {
  projectId: string;
  invoice: Pick<Invoice, 'id' | 'number'>;
}) {
  const { data, isError, error, refetch } = useQuery(checkCardPayment(projectId, id));
  if (isError && !data) {
    return (
      <LoadFailure error={error} fallback="Failed to check the payment." onRetry={() => void refetch()} />
    );
  }
  switch (data?.state) {
    case undefined:
      return <Alert title={`Checking the payment of invoice ${number}…`} />;
    case 'paid':
      return (
        <Alert tone="success" title="Thank you! Your payment has arrived.">
          Invoice {number} is paid.
        </Alert>
      );
    case 'pending':
      return (
        <Alert title="Your payment is being confirmed.">
          Invoice {number} shows it here once it has arrived, which can take some days with some banks. You
          don’t need to pay again.
        </Alert>
      );
    case 'none':
      return (
        <Alert tone="warning" title="No payment by card has arrived.">
          If your card was charged for invoice {number}, send me a message: I’ll look after it.
        </Alert>
      );
  }
}
