import { api } from '@atelier/domain/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { reloadAccount } from '../../lib/account.ts';
import { callApi } from '../../lib/api-client.ts';
import { ApiError, failureMessage } from '../../lib/api-error.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { myProjectsKey } from './my-projects-key.ts';

/** Which project is to be deleted; `confirm` is its short id, asked for where its contract was accepted. */
export interface ProjectDeletion {
  id: string;
  confirm?: string;
}

/**
 * Deletes a project of one's own; resolves once the lists and the header know. `onGone` is called first of all: a
 * screen that shows the project has to leave it before it is asked for again.
 */
export function useDeleteOwnProject(onGone: (id: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, confirm }: ProjectDeletion) => {
      if (!id) throw new MissingProjectId();
      await asDeleted(callApi(api.deleteOwnProject, { params: { id }, query: { confirm } }));
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

/**
 * Waits for a deletion. A project that is already gone, as after a lost reply, counts as deleted.
 */
export async function asDeleted(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}

class MissingProjectId extends Error {}

/** What to show when a project could not be deleted (specification sections 5 and 8). */
export function deleteOwnFailure(error: unknown): string {
  return error instanceof MissingProjectId
    ? 'Missing project id'
    : failureMessage(error, 'Failed to delete project.');
}
