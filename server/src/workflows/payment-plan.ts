import { contractWords } from '@atelier/content/contract-terms.ts';
import { planOfKind } from '@atelier/domain/contracts/suggested-terms.ts';
import { versionTerms } from '../features/contracts/contract-terms.ts';
import type { ContractsDeps } from '../features/contracts/contracts.service.ts';
import type { InvoicePlanService } from '../features/invoices/invoice-plan.service.ts';
import type { InvoicesService } from '../features/invoices/invoices.service.ts';
import { listPlannedPayments } from '../features/invoices/payment-plan.repository.ts';
import type { MilestonesDeps } from '../features/milestones/milestone-changes.ts';
import { countPublishedMilestones, listMilestones } from '../features/milestones/milestones.repository.ts';
import type { PayableInvoices } from '../features/payments/payments.service.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';

/** What contracts and milestones bring about for invoices: an accepted plan, and what an approval makes due. */
export function paymentPlan(
  plan: InvoicePlanService,
): Pick<ContractsDeps, 'contractAccepted'> & Pick<MilestonesDeps, 'milestoneApproved' | 'findHold'> {
  return {
    findHold: (trx, { projectId, milestoneId }) => plan.findHold(trx, projectId, milestoneId),
    contractAccepted: async (trx, { project, by, version, billing }) => {
      await plan.planAccepted(trx, {
        project,
        by,
        total: version.total,
        // A version of a time before contracts had a plan has the usual one.
        plan:
          versionTerms(version)?.plan ??
          planOfKind('halves', { milestones: [], words: contractWords, newId }),
        billing,
      });
      await makeAllApprovedDue(trx, plan, project.id);
    },
    milestoneApproved: (trx, { projectId, milestoneId }) =>
      makeApprovedDue(trx, plan, { projectId, milestoneIds: [milestoneId] }),
  };
}

/** Makes due what waits for approved milestones, and with the last of them what waits for the end. */
async function makeApprovedDue(
  trx: Trx,
  plan: InvoicePlanService,
  approved: { projectId: string; milestoneIds: readonly string[] },
): Promise<void> {
  const [counts] = await countPublishedMilestones(trx, [approved.projectId]);
  const isLast = counts !== undefined && counts.settled === counts.total;
  await plan.milestonesApproved(trx, await withDeleted(trx, { ...approved, isLast }));
}

/** The same with the milestones that were deleted while a payment waited for them: such a payment is due with the last one. */
async function withDeleted<
  Approved extends { projectId: string; milestoneIds: readonly string[]; isLast: boolean },
>(db: Db, approved: Approved): Promise<Approved> {
  if (!approved.isLast) return approved;
  const { projectId, milestoneIds } = approved;
  const there = new Set((await listMilestones(db, projectId)).map(({ id }) => id));
  const awaited = (await listPlannedPayments(db, projectId)).flatMap((row) => row.milestone_id ?? []);
  return { ...approved, milestoneIds: [...milestoneIds, ...awaited.filter((id) => !there.has(id))] };
}

/** True if the approval of a milestone would make a payment due. */
export async function approvalMakesDue(
  db: Db,
  plan: InvoicePlanService,
  { projectId, milestoneId }: { projectId: string; milestoneId: string },
): Promise<boolean> {
  const [counts] = await countPublishedMilestones(db, [projectId]);
  const isLast = counts !== undefined && counts.settled + 1 >= counts.total;
  const approved = await withDeleted(db, { projectId, milestoneIds: [milestoneId], isLast });
  const due = await plan.listDueWith(db, approved);
  return due.length > 0;
}

/** The same for all that are approved already, where the plan is new. */
export async function makeAllApprovedDue(
  trx: Trx,
  plan: InvoicePlanService,
  projectId: string,
): Promise<void> {
  const approved = (await listMilestones(trx, projectId)).filter(({ status }) => status === 'approved');
  if (approved.length === 0) return;
  await makeApprovedDue(trx, plan, { projectId, milestoneIds: approved.map(({ id }) => id) });
}

/** Invoices as payments lock and settle them. */
export function payableInvoices(invoices: InvoicesService): PayableInvoices {
  return {
    lock: (trx, invoiceId) => invoices.lockPayable(trx, invoiceId),
    settle: (trx, invoiceId, balance) => invoices.settle(trx, invoiceId, balance),
  };
}
