import { api } from '@atelier/domain/api.ts';
import type { MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { callApi } from '../../../lib/api-client.ts';
import { useChangeMilestone } from './change-milestone.ts';

export interface MilestoneMove {
  milestone: Milestone;
  to: MilestoneStatus;
  /** The note that the client reads beside the status. */
  reason: string;
}

/** Moves a milestone that still is as it was on the screen. */
export const useSetMilestoneStatus = (projectId: string) =>
  useChangeMilestone(projectId, ({ milestone, to, reason }: MilestoneMove) =>
    callApi(api.setMilestoneStatus, {
      params: { id: projectId, milestoneId: milestone._id },
      body: { status: to, revision: milestone.revision, ...(reason && { reason }) },
    }),
  );

/** Undoes the move that gave a milestone this revision. */
export const useUndoMove = (projectId: string) =>
  useChangeMilestone(projectId, ({ id, revision }: { id: string; revision: number }) =>
    callApi(api.undoMilestoneMove, { params: { id: projectId, milestoneId: id }, body: { revision } }),
  );
