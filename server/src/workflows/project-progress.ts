import { type MilestoneCounts, projectStage } from '@atelier/domain/projects/rules.ts';
import type { ProjectProgress } from '@atelier/domain/projects/schema.ts';
import type { ProjectRow } from '../core/projects/projects.table.ts';
import { parseEstimate } from '../core/projects/stored-brief.ts';
import { listContractPrices } from '../features/contracts/contracts.repository.ts';
import { countPublishedMilestones } from '../features/milestones/milestones.repository.ts';
import type { Db } from '../platform/db/database.ts';

const noMilestones: MilestoneCounts & { nextDue: string | null } = {
  total: 0,
  approved: 0,
  inReview: 0,
  started: 0,
  settled: 0,
  nextDue: null,
};

/** How far some projects have come, in their order: two queries, whatever their number. */
export async function readProjectProgress(
  db: Db,
  rows: readonly Pick<ProjectRow, 'id' | 'status' | 'estimate'>[],
): Promise<ProjectProgress[]> {
  const ids = rows.map(({ id }) => id);
  const [contracts, plans] = await Promise.all([
    listContractPrices(db, ids),
    countPublishedMilestones(db, ids),
  ]);
  const contractOf = new Map(contracts.map((contract) => [contract.project_id, contract]));
  const planOf = new Map(plans.map((plan) => [plan.project_id, plan]));
  return rows.map((row) => {
    const contract = contractOf.get(row.id);
    const milestones = planOf.get(row.id) ?? noMilestones;
    const { status } = row;
    return {
      stage:
        status === 'archived'
          ? null
          : projectStage({ status, contract: contract?.status ?? null, milestones }),
      milestones: { total: milestones.total, approved: milestones.approved },
      value: priceOf(row, contract?.total ?? null),
      nextDue: milestones.nextDue,
      isAccepted: contract?.status === 'accepted',
    };
  });
}

/** The price that was sent, else the estimate of what is built; none for a brief that asks for care alone. */
function priceOf(row: Pick<ProjectRow, 'id' | 'estimate'>, total: number | null): ProjectProgress['value'] {
  if (total !== null) return { low: total, high: total, isEstimate: false };
  const estimate = parseEstimate(row);
  if (!estimate || estimate.high === 0) return null;
  return { low: estimate.low, high: estimate.high, isEstimate: true };
}
