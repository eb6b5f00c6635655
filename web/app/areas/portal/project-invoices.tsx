import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import ClientInvoices from '../../features/invoices/client/client-invoices.tsx';
import { listMilestones } from '../../features/milestones/milestones.queries.ts';
import { ClientPayments } from '../../features/payments/payment-list.tsx';
import { listPayments } from '../../features/payments/payments.queries.ts';
import { isArriving, QueryState } from '../../ui/feedback/query-state.tsx';

/** A project's invoices: what is planned to be paid names milestones, and each invoice shows its payments. */
export default function ProjectInvoices({ project }: { project: Project }) {
  const milestones = useQuery(listMilestones(project._id));
  const payments = useQuery(listPayments(project._id));
  return (
    <div className="grid grid-cols-1 gap-4">
      {payments.isError && <QueryState query={payments} label="" fallback="Failed to load payments." />}
      <ClientInvoices
        project={project}
        milestones={[milestones, payments].some(isArriving) ? undefined : (milestones.data ?? [])}
        Payments={ClientPayments}
      />
    </div>
  );
}
