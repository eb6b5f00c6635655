import { api } from '@atelier/domain/api.ts';
import type { CreateMilestone } from '@atelier/domain/milestones/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { milestonesKey } from '../milestones-key.ts';

/** Adds a milestone at the end; resolves once the list has it. */
export function useCreateMilestone(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateMilestone) =>
      (await callApi(api.createMilestone, { params: { id: projectId }, body })).milestone,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: milestonesKey(projectId) }),
  });
}
