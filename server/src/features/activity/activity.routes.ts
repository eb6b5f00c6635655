import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { presentActivity } from './activity.presenter.ts';
import type { ActivityService } from './activity.service.ts';

/** A project's events, for both sides. */
export function addActivityRoutes(
  app: FastifyInstance,
  { activity, studioName }: { activity: ActivityService; studioName: string },
): void {
  bindEndpoint(app, api.listActivity, async ({ project, query }) => {
    const viewer = project.isStudio && query.as !== 'client' ? 'studio' : 'client';
    const { rows, hasOlder } = await activity.list(project.projectId, viewer, query);
    return { items: rows.map((row) => presentActivity(row, viewer, studioName)), hasOlder };
  });
}
