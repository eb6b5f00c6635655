import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMutation } from '../../../lib/use-mutation.ts';
import { milestonesKey } from '../milestones-key.ts';
import { withChanged } from '../with-changed.ts';
import { listMilestonesAsStudio } from './list-milestones-as-studio.ts';

/**
 * A change of one milestone. What the server made of it is shown at once. After a failure the list is asked again,
 * because what was on the screen may be the reason for it; it is there when the failure is told.
 */
export function useChangeMilestone<Variables, Reply extends { milestone: Milestone }>(
  projectId: string,
  mutationFn: (variables: Variables) => Promise<Reply>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: ({ milestone }) => showChanged(queryClient, projectId, milestone),
    onError: () => queryClient.invalidateQueries({ queryKey: milestonesKey(projectId) }),
  });
}

function showChanged(queryClient: QueryClient, projectId: string, changed: Milestone): Promise<void> {
  queryClient.setQueryData(listMilestonesAsStudio(projectId).queryKey, withChanged(changed));
  return queryClient.invalidateQueries({ queryKey: milestonesKey(projectId), refetchType: 'none' });
}
