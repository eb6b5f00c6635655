import { api } from '@atelier/domain/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { filesKey } from './files-key.ts';
import type { FilesSide } from './files-side.ts';

/** Deletes a file with every version. One that is gone already is as good as deleted. */
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
