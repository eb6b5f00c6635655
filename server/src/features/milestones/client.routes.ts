import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { projectActor } from '../../core/projects/project-event.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { presentToClient } from './milestones.presenter.ts';
import type { MilestonesService } from './milestones.service.ts';

/** The client's side; the studio's is under `admin`. */
export function addMilestoneRoutes(app: FastifyInstance, milestones: MilestonesService): void {
  bindEndpoint(app, api.listMilestones, async ({ project }) => ({
    items: (await milestones.listPublished(project.projectId)).map(presentToClient),
  }));

  bindEndpoint(app, api.reviewMilestone, async (call) => ({
    milestone: presentToClient(
      await milestones.setStatus({ ...call.params, by: projectActor(call) }, call.body),
    ),
  }));
}
