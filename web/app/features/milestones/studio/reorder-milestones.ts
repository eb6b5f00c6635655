import { api } from '@atelier/domain/api.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { milestonesKey } from '../milestones-key.ts';
import { listMilestonesAsStudio } from './list-milestones-as-studio.ts';

/**
 * Moves milestones. The list shows it before the server knows, because nothing depends on it; moves that follow each
 * other quickly are sent one after the other. After a failure the list is asked again.
 */
export function useReorderMilestones(projectId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = listMilestonesAsStudio(projectId);
  const mutationKey = [...milestonesKey(projectId), 'reorder'];
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ before, after }: { before: readonly Milestone[]; after: readonly Milestone[] }) =>
      callApi(api.reorderMilestones, {
        params: { id: projectId },
        body: { order: after.map(({ _id }) => _id), from: before.map(({ _id }) => _id) },
      }),
    onMutate: async ({ after }) => {
      queryClient.setQueryData(queryKey, [...after]);
      await queryClient.cancelQueries({ queryKey });
    },
    // While another move waits to be sent, what the server has is not yet what is shown.
    onSettled: (_reply, error) =>
      error || queryClient.isMutating({ mutationKey }) === 1
        ? queryClient.invalidateQueries({ queryKey: milestonesKey(projectId) })
        : undefined,
  });
}
