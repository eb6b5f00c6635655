import type { MilestoneEvents } from '@atelier/domain/milestones/events.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import type { EventRules } from '../../core/projects/project-event.ts';
import { mapEach } from '../../platform/db/read-in-pages.ts';
import { addMilestoneRoutes } from './client.routes.ts';
import type { MilestonesDeps } from './milestone-changes.ts';
import { presentToClient } from './milestones.presenter.ts';
import { MilestonesService } from './milestones.service.ts';
import { addStudioMilestoneRoutes } from './studio.routes.ts';

export const milestoneTables = {
  milestones: { exportedAs: 'milestones' },
} as const satisfies FeatureTables;

export const milestoneEventRules: EventRules<MilestoneEvents> = {
  milestones_published: { metrics: 'none', mails: 'none' },
  milestone_added: { metrics: 'none', mails: 'none' },
  milestone_changed: { metrics: 'none', mails: 'none' },
  milestone_moved: {
    metrics: ({ detail }) =>
      detail.to === 'approved' ? { approvals: 1, approval_seconds: Math.round(detail.waitedSeconds) } : {},
    // A move that needs the client is mailed to the client, an answer to the studio.
    mails: ({ detail: { to } }) => {
      if (to === 'in_review') return [{ kind: 'milestone_review', side: 'client' }];
      if (to === 'blocked' || to === 'cancelled') return [{ kind: 'milestone_stopped', side: 'client' }];
      if (to === 'approved') return [{ kind: 'milestone_approved', side: 'studio' }];
      if (to === 'needs_changes') return [{ kind: 'milestone_changes', side: 'studio' }];
      return [];
    },
  },
  milestone_undone: { metrics: 'none', mails: 'none' },
  milestone_deleted: { metrics: 'none', mails: 'none' },
  milestones_reordered: { metrics: 'none', mails: 'none' },
};

/** Milestones: the studio plans and works through them, the client reviews them. */
export function createMilestones(ports: MilestonesDeps) {
  const milestones = new MilestonesService(ports);
  const feature: Feature = {
    addRoutes(app) {
      addMilestoneRoutes(app, milestones);
      addStudioMilestoneRoutes(app, milestones);
    },
    personalData: [
      {
        name: 'milestones',
        read: ({ projectIds }) =>
          mapEach(milestones.readPublished(projectIds), (row) => ({
            projectId: row.project_id,
            ...presentToClient(row),
          })),
      },
    ],
  };
  return { service: milestones, feature };
}
