import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import { projectActor } from '../../core/projects/project-event.ts';
import { presentMilestone } from './milestones.presenter.ts';
import type { MilestonesService } from './milestones.service.ts';

/** The studio's side of a project's milestones. */
export function addStudioMilestoneRoutes(app: FastifyInstance, milestones: MilestonesService): void {
  bindAdminEndpoint(app, api.listMilestonesAsStudio, async ({ params }) => ({
    items: (await milestones.listAll(params.id)).map(presentMilestone),
  }));

  bindAdminEndpoint(app, api.createMilestone, async (call) => {
    const created = await milestones.create({ ...call.params, by: projectActor(call) }, call.body);
    call.nameItem({ kind: 'milestone', id: created.id, title: created.title });
    return { milestone: presentMilestone(created) };
  });

  bindAdminEndpoint(app, api.updateMilestone, async (call) => ({
    milestone: presentMilestone(
      await milestones.update({ ...call.params, by: projectActor(call) }, call.body),
    ),
  }));

  bindAdminEndpoint(app, api.deleteMilestone, async (call) => {
    await milestones.delete({ ...call.params, by: projectActor(call) }, call.query.revision);
    return { deleted: true as const };
  });

  bindAdminEndpoint(app, api.setMilestoneStatus, async (call) => {
    const moved = await milestones.setStatus({ ...call.params, by: projectActor(call) }, call.body);
    return { milestone: presentMilestone(moved), undo: milestones.undoOffer(moved) };
  });

  bindAdminEndpoint(app, api.undoMilestoneMove, async (call) => ({
    milestone: presentMilestone(await milestones.undo({ ...call.params, by: projectActor(call) }, call.body)),
  }));

  bindAdminEndpoint(app, api.reorderMilestones, async (call) => ({
    items: (await milestones.reorder({ ...call.params, by: projectActor(call) }, call.body)).map(
      presentMilestone,
    ),
  }));

  bindAdminEndpoint(app, api.publishMilestones, async (call) => ({
    items: (await milestones.publish({ ...call.params, by: projectActor(call) })).map(presentMilestone),
  }));
}
