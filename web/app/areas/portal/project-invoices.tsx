import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import ClientInvoices from '../../features/invoices/client/client-invoices.tsx';
import { listInvoices } from '../../features/invoices/invoices.queries.ts';
import { listMilestones } from '../../features/milestones/milestones.queries.ts';
import { CardReturn } from '../../features/payments/client/card-return.tsx';
import { PayByCard } from '../../features/payments/client/pay-by-card.tsx';
import { ClientPayments } from '../../features/payments/payment-list.tsx';
import { listPayments } from '../../features/payments/payments.queries.ts';
import { useDecidesIn } from '../../lib/pages/project-view.ts';
import { isArriving, QueryState } from '../../ui/feedback/query-state.tsx';

/** A project's invoices: what is planned to be paid names milestones, and each invoice shows its payments. */
export default function ProjectInvoices({ project }: { project: Project }) {
  const projectId = project._id;
  const milestones = useQuery(listMilestones(projectId));
  const payments = useQuery(listPayments(projectId));
  const invoices = useQuery(listInvoices(projectId));
  const isClient = useDecidesIn(project);
  const returnedId = useReturnedFromCard();
  const returned = invoices.data?.items.find(({ id }) => id === returnedId);
  const limits = payments.data?.card;
  return (
    <div className="grid grid-cols-1 gap-4">
      {isClient && returned && <CardReturn projectId={projectId} invoice={returned} />}
      {payments.isError && <QueryState query={payments} label="" fallback="Failed to load payments." />}
      <ClientInvoices
        project={project}
        milestones={[milestones, payments].some(isArriving) ? undefined : (milestones.data ?? [])}
        Payments={ClientPayments}
        payByCard={
          isClient && limits
            ? (invoice) => <PayByCard projectId={projectId} invoice={invoice} limits={limits} />
            : undefined
        }
      />
    </div>
  );
}

/** The invoice whose payment the client comes back from (`?paid=`). The address forgets it, so that a reload asks nothing. */
function useReturnedFromCard(): string | null {
  const [params, setParams] = useSearchParams();
  const [returned] = useState(() => params.get('paid'));
  const isNamed = params.has('paid');
  useEffect(() => {
    if (!isNamed) return;
    setParams(
      (last) => {
        const next = new URLSearchParams(last);
        next.delete('paid');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isNamed, setParams]);
  return returned;
}
