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
import type { ProjectsService } from '../core/projects/projects.service.ts';
import type { ContractsService } from '../features/contracts/contracts.service.ts';
import type { MilestonesService } from '../features/milestones/milestones.service.ts';

export interface BoardServices {
  contracts: ContractsService;
  milestones: MilestonesService;
  projects: ProjectsService;
}

const noMilestones: MilestoneCounts = { total: 0, approved: 0, inReview: 0, started: 0, settled: 0 };

/** The open projects by stage. It reads a bounded number of them. */
export function addBoardRoutes(
  app: FastifyInstance,
  { contracts, milestones, projects }: BoardServices,
): void {
  bindAdminEndpoint(app, api.getBoard, async () => {
    const [drafts, submitted] = await Promise.all([
      projects.listNewest('draft', BOARD_DRAFTS_MAX),
      projects.listNewest('submitted', BOARD_PROJECTS_MAX),
    ]);
    const ids = submitted.projects.map(({ id }) => id);
    const [contractOf, countsOf] = await Promise.all([
      contracts.findStatuses(ids),
      milestones.countPublished(ids),
    ]);
    const items = [...drafts.projects, ...submitted.projects].map((row): BoardCard => {
      const counts = countsOf.get(row.id) ?? noMilestones;
      return {
        _id: row.id,
        id: row.id,
        email: row.email,
        company: row.company,
        updatedAt: row.updated_at,
        stage: projectStage({
          status: row.status === 'draft' ? 'draft' : 'submitted',
          contract: contractOf.get(row.id) ?? null,
          milestones: counts,
        }),
        milestones: { total: counts.total, approved: counts.approved },
      };
    });
    const isWhole = drafts.total <= BOARD_DRAFTS_MAX && submitted.total <= BOARD_PROJECTS_MAX;
    return { items, isWhole };
  });
}
