import { contractWords } from '@atelier/content/contract-terms.ts';
import { planOfKind } from '@atelier/domain/contracts/suggested-terms.ts';
import { isMilestoneOpen } from '@atelier/domain/milestones/rules.ts';
import { versionTerms } from '../features/contracts/contract-terms.ts';
import type { ContractsDeps } from '../features/contracts/contracts.service.ts';
import type { ApprovedMilestones, InvoicePlanService } from '../features/invoices/invoice-plan.service.ts';
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
    milestoneApproved: async (trx, { projectId, milestoneId }) => {
      await plan.milestonesApproved(trx, await readApproved(trx, { projectId, milestoneIds: [milestoneId] }));
    },
  };
}

/**
 * What the approval of milestones makes due. A project is at its end when nothing that its client sees is left to do; whether it really
 * is, only the studio can say while drafts are left.
 * @param ahead how many of them aren't approved yet
 */
async function readApproved(
  db: Db,
  {
    projectId,
    milestoneIds,
    ahead = 0,
  }: { projectId: string; milestoneIds: readonly string[]; ahead?: number },
): Promise<ApprovedMilestones> {
  const [counts] = await countPublishedMilestones(db, [projectId]);
  const isAtEnd = counts !== undefined && counts.settled + ahead >= counts.total;
  if (!isAtEnd) return { projectId, milestoneIds, end: 'ahead', deletedIds: [] };
  const all = await listMilestones(db, projectId);
  const there = new Set(all.map(({ id }) => id));
  const awaited = (await listPlannedPayments(db, projectId)).flatMap((row) => row.milestone_id ?? []);
  const hasDrafts = all.some(({ published, status }) => published === 0 && isMilestoneOpen(status));
  return {
    projectId,
    milestoneIds,
    end: hasDrafts ? 'unsure' : 'reached',
    deletedIds: awaited.filter((id) => !there.has(id)),
  };
}

/** What waits for the end of a project that came to it without an approval; undefined while it is ahead, or nothing is approved. */
export async function findEnd(db: Db, projectId: string): Promise<ApprovedMilestones | undefined> {
  const [counts] = await countPublishedMilestones(db, [projectId]);
  if (!counts || counts.approved === 0 || counts.settled < counts.total) return undefined;
  return { ...(await readApproved(db, { projectId, milestoneIds: [] })), end: 'unsure' };
}

/** True if the approval of a milestone would make a payment due. */
export async function approvalMakesDue(
  db: Db,
  plan: InvoicePlanService,
  { projectId, milestoneId }: { projectId: string; milestoneId: string },
): Promise<boolean> {
  const approved = await readApproved(db, { projectId, milestoneIds: [milestoneId], ahead: 1 });
  return (await plan.listDueWith(db, approved)).length > 0;
}

/** Makes due what waits for milestones that are approved already, where the plan is new. */
export async function makeAllApprovedDue(
  trx: Trx,
  plan: InvoicePlanService,
  projectId: string,
): Promise<void> {
  const approved = (await listMilestones(trx, projectId)).filter(({ status }) => status === 'approved');
  if (approved.length === 0) return;
  const milestoneIds = approved.map(({ id }) => id);
  await plan.milestonesApproved(trx, await readApproved(trx, { projectId, milestoneIds }));
}

/** Invoices as payments lock and settle them. */
export function payableInvoices(invoices: InvoicesService): PayableInvoices {
  return {
    lock: (trx, invoiceId) => invoices.lockPayable(trx, invoiceId),
    settle: (trx, invoiceId, balance) => invoices.settle(trx, invoiceId, balance),
  };
}
