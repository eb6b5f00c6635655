import { api } from '@atelier/domain/api.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { milestonesKey } from '../milestones-key.ts';

/** Deletes a milestone that still is as it was on the screen. One that is gone already is deleted. */
export function useDeleteMilestone(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id, revision }: Milestone) => {
      try {
        await callApi(api.deleteMilestone, {
          params: { id: projectId, milestoneId: _id },
          query: { revision },
        });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
      }
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: milestonesKey(projectId) });
    },
  });
}
