import { api } from '@atelier/domain/api.ts';
import {
  BOARD_DRAFTS_MAX,
  BOARD_PROJECTS_MAX,
  type MilestoneCounts,
  projectStage,
} from '@atelier/domain/projects/rules.ts';
import type { BoardCard } from '@atelier/domain/projects/schema.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../core/access/guard.ts';
import { readListCount } from '../core/lists/list-counts.repository.ts';
import { listNewestFacts } from '../core/projects/projects.repository.ts';
import { listContractStatuses } from '../features/contracts/contracts.repository.ts';
import { countPublishedMilestones } from '../features/milestones/milestones.repository.ts';
import type { Db } from '../platform/db/database.ts';

const noMilestones: MilestoneCounts = { total: 0, approved: 0, inReview: 0, started: 0, settled: 0 };

/** The open projects by stage. It reads a bounded number of them. */
export function addBoardRoutes(app: FastifyInstance, db: Db): void {
  bindAdminEndpoint(app, api.getBoard, async () => {
    const [drafts, draftTotal, submitted, submittedTotal] = await Promise.all([
      listNewestFacts(db, 'draft', BOARD_DRAFTS_MAX),
      readListCount(db, ['projects.draft']),
      listNewestFacts(db, 'submitted', BOARD_PROJECTS_MAX),
      readListCount(db, ['projects.submitted']),
    ]);
    const ids = submitted.map(({ id }) => id);
    const [contracts, plans] = await Promise.all([
      listContractStatuses(db, ids),
      countPublishedMilestones(db, ids),
    ]);
    const statusOf = new Map(contracts.map((row) => [row.project_id, row.status]));
    const countsOf = new Map(plans.map(({ project_id: id, ...counts }) => [id, counts]));
    const items = [...drafts, ...submitted].map((row): BoardCard => {
      const counts = countsOf.get(row.id) ?? noMilestones;
      return {
        _id: row.id,
        id: row.id,
        email: row.email,
        company: row.company,
        updatedAt: row.updated_at,
        stage: projectStage({
          status: row.status === 'draft' ? 'draft' : 'submitted',
          contract: statusOf.get(row.id) ?? null,
          milestones: counts,
        }),
        milestones: { total: counts.total, approved: counts.approved },
      };
    });
    const isWhole = draftTotal <= BOARD_DRAFTS_MAX && submittedTotal <= BOARD_PROJECTS_MAX;
    return { items, isWhole };
  });
}
