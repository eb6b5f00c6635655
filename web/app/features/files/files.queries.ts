import { api } from '@atelier/domain/api.ts';
import type { AddFileComment } from '@atelier/domain/files/schema.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { projectKeys, refetchAll, useMutation } from '../../lib/api/query-client.ts';

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

/** A file of a project. */
export interface FileRef {
  projectId: string;
  fileId: string;
}

/** The comments on one version of a file, with their replies. */
export const listFileComments = ({ projectId, fileId }: FileRef, version: number) =>
  queryOptions({
    queryKey: [...filesKey(projectId), 'comments', fileId, version],
    queryFn: ({ signal }) =>
      callApi(api.listFileComments, { params: { id: projectId, fileId, version }, signal }),
  });

/** A change of a file's review. Everything about the project's files is refetched after it. */
function useReviewMutation<Variables>(
  projectId: string,
  mutationFn: (variables: Variables) => Promise<unknown>,
) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refetchAll(queryClient, filesKey(projectId)) });
}

/** Adds a comment or a reply to a version. */
export const useAddComment = ({ projectId, fileId }: FileRef, version: number) =>
  useReviewMutation(projectId, (body: AddFileComment) =>
    callApi(api.addFileComment, { params: { id: projectId, fileId, version }, body }),
  );

export const useEditComment = ({ projectId, fileId }: FileRef) =>
  useReviewMutation(projectId, ({ commentId, body }: { commentId: string; body: string }) =>
    callApi(api.editFileComment, { params: { id: projectId, fileId, commentId }, body: { body } }),
  );

export const useResolveComment = ({ projectId, fileId }: FileRef) =>
  useReviewMutation(projectId, ({ commentId, resolved }: { commentId: string; resolved: boolean }) =>
    callApi(api.resolveFileComment, { params: { id: projectId, fileId, commentId }, body: { resolved } }),
  );

export const useDeleteComment = ({ projectId, fileId }: FileRef) =>
  useReviewMutation(projectId, (commentId: string) =>
    callApi(api.deleteFileComment, { params: { id: projectId, fileId, commentId } }),
  );

/** Approves a version; refused if a newer one has arrived. */
export const useApproveFile = ({ projectId, fileId }: FileRef) =>
  useReviewMutation(projectId, (version: number) =>
    callApi(api.approveFile, { params: { id: projectId, fileId }, body: { version } }),
  );
