import { api } from '@atelier/domain/api.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { projectKeys, useMutation } from '../../lib/api/query-client.ts';

/** Who looks at the files: the studio delivers, replaces and deletes; the client sends and deletes own ones. */
export type FilesSide = 'client' | 'studio';

/** The key of a project's files. */
export const filesKey = (projectId: string) => projectKeys.tab(projectId, 'files');

/** Links are valid for at least ten minutes: they are renewed before that, in background tabs too. */
const REFRESH_MS = 4 * 60_000;

/** The files of a project with their links, and what can still be sent. */
export const listFiles = (projectId: string) =>
  queryOptions({
    queryKey: filesKey(projectId),
    queryFn: ({ signal }) => callApi(api.listFiles, { params: { id: projectId }, signal }),
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });

/** Deletes a file with every version. One that no longer exists counts as deleted. */
export function useDeleteFile(projectId: string, side: FilesSide) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (fileId: string) => {
      const call = side === 'studio' ? api.deleteFile : api.deleteOwnFile;
      try {
        await callApi(call, { params: { id: projectId, fileId } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: filesKey(projectId) }),
  });
}
