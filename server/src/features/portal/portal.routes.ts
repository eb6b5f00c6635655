import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { presentProject } from '../../core/projects/projects.presenter.ts';
import type { ProjectsService } from '../../core/projects/projects.service.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';

/** A project as a whole, for its client and for the studio. */
export function addPortalRoutes(app: FastifyInstance, projects: ProjectsService): void {
  bindEndpoint(app, api.getPortalProject, async ({ project }) => ({
    project: presentProject(await projects.getProject(project.projectId)),
  }));

  bindEndpoint(app, api.deleteOwnProject, async ({ project, query }) => {
    await projects.deleteProject(project.projectId, query.confirm);
    return { deleted: true as const };
  });
}
