import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { LINK_RENEWAL, projectKeys } from '../../lib/api/query-client.ts';

/** The side of a project: the studio delivers, replaces and deletes; the client sends and deletes its own. */
export type FilesSide = 'client' | 'studio';

/** The key of a project's files. */
export const filesKey = (projectId: string) => projectKeys.tab(projectId, 'files');

/** The files of a project with their links, and what can still be sent. */
export const listFiles = (projectId: string) =>
  queryOptions({
    queryKey: filesKey(projectId),
    queryFn: ({ signal }) => callApi(api.listFiles, { params: { id: projectId }, signal }),
    ...LINK_RENEWAL,
  });

/** After a change of a file or of its review, everything about the project's files is refetched. */
export const changesFiles = (projectId: string) => ({ refetch: [filesKey(projectId)] });

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
