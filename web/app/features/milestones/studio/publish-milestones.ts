import { api } from '@atelier/domain/api.ts';
import { inPlanOrder } from '@atelier/domain/milestones/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { milestonesKey } from '../milestones-key.ts';
import { listMilestonesAsStudio } from './list-milestones-as-studio.ts';

/** Shows all drafts to the client. */
export function usePublishMilestones(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      inPlanOrder((await callApi(api.publishMilestones, { params: { id: projectId } })).items),
    onSuccess: (milestones) => {
      queryClient.setQueryData(listMilestonesAsStudio(projectId).queryKey, milestones);
      return queryClient.invalidateQueries({ queryKey: milestonesKey(projectId), refetchType: 'none' });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: milestonesKey(projectId) }),
  });
}
