import { api } from '@atelier/domain/api.ts';
import type { Milestone, MilestoneStatus } from '@atelier/domain/portal/milestones.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { useChangeMilestone } from './change-milestone.ts';

/** Moves a milestone that still is as it was on the screen. */
export const useSetMilestoneStatus = (projectId: string) =>
  useChangeMilestone(
    projectId,
    async ({ milestone, to }: { milestone: Milestone; to: MilestoneStatus }) =>
      (
        await callApi(api.setMilestoneStatus, {
          params: { id: projectId, milestoneId: milestone._id },
          body: { status: to, revision: milestone.revision },
        })
      ).milestone,
  );
