import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { filesKey } from './files-key.ts';

/** Links hold for ten minutes and more: they are asked for again before that, in a tab that nobody looks at, too. */
const REFRESH_MS = 4 * 60_000;

/** The files of a project with their links, and what can still be sent. */
export const listFiles = (projectId: string) =>
  queryOptions({
    queryKey: filesKey(projectId),
    queryFn: ({ signal }) => callApi(api.listFiles, { params: { id: projectId }, signal }),
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });
