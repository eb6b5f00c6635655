import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { projectKeys } from '../../lib/api/query-client.ts';

/** Links are valid for at least ten minutes: they are renewed before that, in background tabs too. */
const REFRESH_MS = 4 * 60_000;
const renewed = { refetchInterval: REFRESH_MS, refetchIntervalInBackground: true };

/** What the client's side of a project is asked to bring. */
export const listRequests = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKeys.requests(projectId), 'client'],
    queryFn: ({ signal }) => callApi(api.listRequests, { params: { id: projectId }, signal }),
    ...renewed,
  });

/** The studio's list, with what the brief suggests to ask for. */
export const listRequestsAsStudio = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKeys.requests(projectId), 'studio'],
    queryFn: ({ signal }) => callApi(api.listRequestsAsStudio, { params: { id: projectId }, signal }),
    ...renewed,
  });
