import { api } from '@atelier/domain/api.ts';
import type { ProjectStatus } from '@atelier/domain/projects/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { callApi } from '../../../lib/api-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

/** Moves a project into the archive or out of it; resolves once everything that shows it was asked again. */
export function useArchiveProject(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (to: Exclude<ProjectStatus, 'draft'>) => {
      const endpoint = to === 'archived' ? api.archiveProject : api.restoreProject;
      return (await callApi(endpoint, { params: { id } })).project;
    },
    onSuccess: async (project) => {
      queryClient.setQueryData([...adminKeys.projects, 'one', id], project);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: adminKeys.projects }),
        queryClient.invalidateQueries({ queryKey: ['project', id] }),
      ]);
    },
  });
}
