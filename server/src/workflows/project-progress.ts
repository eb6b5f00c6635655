import { type MilestoneCounts, type ProjectStage, projectStage } from '@atelier/domain/projects/rules.ts';
import type { ProjectProgress } from '@atelier/domain/projects/schema.ts';
import { listBriefs } from '../core/projects/projects.repository.ts';
import type { FindStages } from '../core/projects/projects.service.ts';
import type { ProjectRow } from '../core/projects/projects.table.ts';
import { parseBrief, parseEstimate } from '../core/projects/stored-brief.ts';
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

type Stored = Pick<ProjectRow, 'id' | 'status'>;

/**
 * What contracts and milestones say of some projects, in their order: two queries, whatever their number, and one more
 * where work has ended, for only then a project's features count.
 */
async function readFacts<Row extends Stored>(db: Db, rows: readonly Row[]) {
  const ids = rows.filter(({ status }) => status !== 'draft').map(({ id }) => id);
  const [contracts, plans] = await Promise.all([
    listContractPrices(db, ids),
    countPublishedMilestones(db, ids),
  ]);
  const contractOf = new Map(contracts.map((contract) => [contract.project_id, contract]));
  const planOf = new Map(plans.map((plan) => [plan.project_id, plan]));
  const facts = rows.map((row) => {
    const contract = contractOf.get(row.id);
    const milestones = planOf.get(row.id) ?? noMilestones;
    const stageWith = (hasCare: boolean): ProjectStage =>
      projectStage({ status: row.status, contract: contract?.status ?? null, milestones, hasCare });
    return { row, contract, milestones, stageWith };
  });
  const ended = facts.filter(({ stageWith }) => stageWith(false) === 'live');
  const briefs = await listBriefs(
    db,
    ended.map(({ row }) => row.id),
  );
  const inCare = new Set(
    briefs.filter((brief) => parseBrief(brief).features.includes('support')).map(({ id }) => id),
  );
  return facts.map(({ stageWith, ...each }) => ({ ...each, stage: stageWith(inCare.has(each.row.id)) }));
}

/** How far some projects have come, in their order. */
export async function readProjectProgress(
  db: Db,
  rows: readonly (Stored & Pick<ProjectRow, 'estimate'>)[],
): Promise<ProjectProgress[]> {
  return (await readFacts(db, rows)).map(({ row, contract, milestones, stage }) => ({
    stage,
    milestones: { total: milestones.total, approved: milestones.approved },
    value: priceOf(row, contract?.total ?? null),
    nextDue: milestones.nextDue,
    isAccepted: contract?.status === 'accepted',
  }));
}

export const findStages: FindStages = async (db, rows) =>
  new Map((await readFacts(db, rows)).map(({ row, stage }) => [row.id, stage]));

/** The price that was sent, else the estimate of what is built; none for a brief that asks for care alone. */
function priceOf(row: Pick<ProjectRow, 'id' | 'estimate'>, total: number | null): ProjectProgress['value'] {
  if (total !== null) return { low: total, high: total, isEstimate: false };
  const estimate = parseEstimate(row);
  if (!estimate || estimate.high === 0) return null;
  return { low: estimate.low, high: estimate.high, isEstimate: true };
}
