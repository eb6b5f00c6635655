import { api } from '@atelier/domain/api.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { listMilestones } from './list-milestones.ts';
import { milestonesKey } from './milestones-key.ts';
import { withChanged } from './with-changed.ts';

export interface Review {
  /** As it was on the screen: when it is another one by now, nothing is done. */
  milestone: Milestone;
  status: 'approved' | 'needs_changes';
  reason?: string;
}

/**
 * Approves a milestone, or asks for changes. What the server made of it is shown at once; after a failure the list is
 * asked again, because what was on the screen may be the reason for it.
 */
export function useReviewMilestone(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ milestone, status, reason }: Review) => {
      const params = { id: projectId, milestoneId: milestone._id };
      const body = { status, revision: milestone.revision, ...(reason && { reason }) };
      return (await callApi(api.reviewMilestone, { params, body })).milestone;
    },
    onSuccess: (changed) => {
      queryClient.setQueryData(listMilestones(projectId).queryKey, withChanged(changed));
      return queryClient.invalidateQueries({ queryKey: milestonesKey(projectId), refetchType: 'none' });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: milestonesKey(projectId) }),
  });
}
