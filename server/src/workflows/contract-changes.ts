import { changeOrderTotal } from '@atelier/domain/change-orders/rules.ts';
import { contractPlan } from '@atelier/domain/milestones/rules.ts';
import { listAcceptedTotals } from '../features/change-orders/change-orders.repository.ts';
import type { ChangeOrdersDeps } from '../features/change-orders/change-orders.service.ts';
import { findAcceptance } from '../features/contracts/contracts.repository.ts';
import type { ContractsDeps } from '../features/contracts/contracts.service.ts';
import type { InvoicePlanService } from '../features/invoices/invoice-plan.service.ts';
import { listMessagesById } from '../features/messages/messages.repository.ts';
import { listMilestones, listTakenMilestoneIds } from '../features/milestones/milestones.repository.ts';
import type { MilestonesService } from '../features/milestones/milestones.service.ts';
import { makeAllApprovedDue } from './payment-plan.ts';

/** What change orders need of contracts and messages, and what an accepted one brings about. */
export function contractChanges({
  plan,
  milestones,
  makeRecord,
}: {
  plan: InvoicePlanService;
  milestones: MilestonesService;
  makeRecord: ContractsDeps['makeRecord'];
}): Omit<ChangeOrdersDeps, 'db' | 'clock' | 'storage' | 'recordEvent' | 'makeChangeOrder'> {
  return {
    findContract: async (db, projectId) => {
      const acceptance = await findAcceptance(db, projectId);
      return acceptance && { version: acceptance.version, total: acceptance.total };
    },
    makeRecordOfChange: ({ number, title, ...facts }) =>
      makeRecord({ ...facts, what: `change order ${number}, “${title}”`, source: 'made', link: null }),
    findMessage: async (db, projectId, messageId) => {
      const [message] = await listMessagesById(db, projectId, [messageId]);
      return message?.author_role === 'client' ? message.body : undefined;
    },
    listMilestones: async (db, projectId) => contractPlan(await listMilestones(db, projectId)),
    listTakenMilestoneIds,
    changeAccepted: async (trx, { project, by, terms }) => {
      const idsGiven = await milestones.extend(trx, { id: project.id, by }, terms);
      const parts = terms.payments.map((part) => ({
        ...part,
        milestoneId: idsGiven.get(part.milestoneId ?? '') ?? part.milestoneId,
      }));
      await plan.extend(trx, { project, total: changeOrderTotal(terms), parts });
      // What a payment waits for may be approved already.
      await makeAllApprovedDue(trx, plan, project.id);
    },
  };
}

/** What the accepted change orders of a contract add to its total. */
export const changesOf: ContractsDeps['sumChanges'] = async (db, projectId) =>
  (await listAcceptedTotals(db, [projectId])).reduce((sum, { total }) => sum + total, 0);
