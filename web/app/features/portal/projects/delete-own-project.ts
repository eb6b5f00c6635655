import { api } from '@atelier/domain/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reloadAccount } from '../../../lib/account.ts';
import { callApi } from '../../../lib/api-client.ts';
import { failureMessage } from '../../../lib/api-error.ts';
import type { ProjectDeletion } from './delete-project-dialog.tsx';
import { myProjectsKey } from './my-projects-key.ts';

/**
 * Deletes a project of one's own; resolves once the lists and the header know. `onGone` is called first of all: a
 * screen that shows the project has to leave it before it is asked for again.
 */
export function useDeleteOwnProject(onGone: (id: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, confirm }: ProjectDeletion) => {
      if (!id) throw new MissingProjectId();
      return callApi(api.deleteOwnProject, { params: { id }, query: { confirm } });
    },
    onSuccess: async (_reply, { id }) => {
      onGone(id);
      const lists = queryClient.invalidateQueries({ queryKey: [...myProjectsKey, 'submitted'] });
      await Promise.all([lists, reloadAccount()]);
      // Where it is still on the screen it would be asked for again.
      queryClient.removeQueries({ queryKey: [...myProjectsKey, 'one', id], type: 'inactive' });
    },
  });
}

class MissingProjectId extends Error {}

/** What to show when a project could not be deleted (specification sections 5 and 8). */
export function deleteOwnFailure(error: unknown): string {
  return error instanceof MissingProjectId
    ? 'Missing project id'
    : failureMessage(error, 'Failed to delete project.');
}
