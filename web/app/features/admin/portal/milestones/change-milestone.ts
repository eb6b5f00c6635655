import type { Milestone } from '@atelier/domain/portal/milestones.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { milestonesKey } from '../../../portal/milestones/milestones-key.ts';
import { withChanged } from '../../../portal/milestones/with-changed.ts';
import { listMilestonesAsStudio } from './list-milestones-as-studio.ts';

/**
 * A change of one milestone. What the server made of it is shown at once. After a failure the list is asked again,
 * because what was on the screen may be the reason for it; it is there when the failure is told.
 */
export function useChangeMilestone<Variables>(
  projectId: string,
  mutationFn: (variables: Variables) => Promise<Milestone>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (changed) => showChanged(queryClient, projectId, changed),
    onError: () => queryClient.invalidateQueries({ queryKey: milestonesKey(projectId) }),
  });
}

function showChanged(queryClient: QueryClient, projectId: string, changed: Milestone): Promise<void> {
  queryClient.setQueryData(listMilestonesAsStudio(projectId).queryKey, withChanged(changed));
  return queryClient.invalidateQueries({ queryKey: milestonesKey(projectId), refetchType: 'none' });
}
