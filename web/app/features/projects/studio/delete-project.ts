import { api } from '@atelier/domain/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { callApi } from '../../../lib/api-client.ts';
import { failureMessage } from '../../../lib/api-error.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { asDeleted, type ProjectDeletion } from '../delete-own-project.ts';

/** Deletes any project; resolves once the lists have been asked again. */
export function useDeleteProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, confirm }: ProjectDeletion) => {
      if (!id) throw new MissingId();
      await asDeleted(callApi(api.deleteProject, { params: { id }, query: { confirm } }));
    },
    onSuccess: async (_reply, { id }) => {
      queryClient.removeQueries({ queryKey: [...adminKeys.projects, 'one', id] });
      await queryClient.invalidateQueries({ queryKey: adminKeys.projects });
    },
  });
}

class MissingId extends Error {}

/** What to show when a project could not be deleted (specification sections 5 and 8). */
export function deleteFailure(error: unknown): string {
  return error instanceof MissingId ? 'Missing id' : failureMessage(error, 'Failed to delete.');
}
