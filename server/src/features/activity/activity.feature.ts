import { api } from '@atelier/domain/api.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { mapEach } from '../../platform/db/read-in-pages.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentActivity } from './activity.presenter.ts';
import { ActivityService } from './activity.service.ts';

export const activityTables = {
  project_activity: { exportedAs: 'activity' },
} as const satisfies FeatureTables;

export interface ActivityPorts extends Pick<Platform, 'db' | 'clock'> {
  /** The name that clients see for anyone of the studio. */
  studioName: string;
}

/** The record of a project's events, for both sides. */
export function createActivity(ports: ActivityPorts) {
  const activity = new ActivityService(ports);
  const { studioName } = ports;
  const feature: Feature = {
    addRoutes(app) {
      bindEndpoint(app, api.listActivity, async ({ project, query }) => {
        const viewer = project.isStudio && query.as !== 'client' ? 'studio' : 'client';
        const { rows, hasOlder } = await activity.list(project.projectId, viewer, query);
        return { items: rows.map((row) => presentActivity(row, viewer, studioName)), hasOlder };
      });
    },
    personalData: [
      {
        name: 'activity',
        read: ({ projectIds }) =>
          mapEach(activity.readOf(projectIds), (row) => presentActivity(row, 'client', studioName)),
      },
    ],
  };
  return { service: activity, feature };
}
