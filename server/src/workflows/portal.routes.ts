import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { projectActor } from '../core/projects/project-event.ts';
import { presentProject } from '../core/projects/projects.presenter.ts';
import type { ProjectsService } from '../core/projects/projects.service.ts';
import type { ContractsService } from '../features/contracts/contracts.service.ts';
import type { MilestonesService } from '../features/milestones/milestones.service.ts';
import { bindEndpoint } from '../platform/http/bind.ts';

export interface PortalServices {
  projects: ProjectsService;
  contracts: ContractsService;
  milestones: MilestonesService;
}

/** A project as a whole, for its client and for the studio. */
export function addPortalRoutes(
  app: FastifyInstance,
  { projects, contracts, milestones }: PortalServices,
): void {
  bindEndpoint(app, api.getPortalProject, async ({ project }) => ({
    project: presentProject(await projects.getProject(project.projectId)),
  }));

  bindEndpoint(app, api.deleteOwnProject, async (call) => {
    const { project, query } = call;
    await projects.deleteProject(project.projectId, { by: projectActor(call), confirmation: query.confirm });
    return { deleted: true as const };
  });

  bindEndpoint(app, api.listWaiting, async ({ actor, query }) => {
    const [counts, sent] = await Promise.all([
      milestones.countOwnReviews(actor.accountId, query.projects),
      contracts.listOwnSent(actor.accountId, query.projects),
    ]);
    const reviews = new Map(counts.map((row) => [row.projectId, row.reviews]));
    return {
      items: [...new Set([...reviews.keys(), ...sent])].map((projectId) => ({
        projectId,
        reviews: reviews.get(projectId) ?? 0,
        contract: sent.includes(projectId),
      })),
    };
  });
}
