import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import StudioInvoices from '../../../features/invoices/studio/studio-invoices.tsx';
import { listMilestonesAsStudio } from '../../../features/milestones/milestones.queries.ts';
import { listPaymentsAsStudio } from '../../../features/payments/payments.queries.ts';
import { PayWithCreditDialog } from '../../../features/payments/studio/pay-with-credit-dialog.tsx';
import { RecordDialog } from '../../../features/payments/studio/record-dialog.tsx';
import { StudioPayments } from '../../../features/payments/studio/studio-payments.tsx';
import { isArriving, QueryState } from '../../../ui/feedback/query-state.tsx';

const slots = { List: StudioPayments, Record: RecordDialog, PayWithCredit: PayWithCreditDialog };

/** A project's invoices: what is planned to be paid names milestones, and each invoice shows its payments. */
export default function ProjectInvoices({ project }: { project: Project }) {
  const milestones = useQuery(listMilestonesAsStudio(project._id));
  const payments = useQuery(listPaymentsAsStudio(project._id));
  return (
    <div className="grid grid-cols-1 gap-4">
      {payments.isError && <QueryState query={payments} label="" fallback="Failed to load payments." />}
      <StudioInvoices
        project={project}
        milestones={[milestones, payments].some(isArriving) ? undefined : (milestones.data ?? [])}
        payments={slots}
      />
    </div>
  );
}
