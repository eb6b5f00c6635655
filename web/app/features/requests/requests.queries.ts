import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { LINK_RENEWAL, projectKeys } from '../../lib/api/query-client.ts';

/** What the client's side of a project is asked to bring. */
export const listRequests = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKeys.requests(projectId), 'client'],
    queryFn: ({ signal }) => callApi(api.listRequests, { params: { id: projectId }, signal }),
    ...LINK_RENEWAL,
  });

/** The studio's list, with what the brief suggests to ask for. */
export const listRequestsAsStudio = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKeys.requests(projectId), 'studio'],
    queryFn: ({ signal }) => callApi(api.listRequestsAsStudio, { params: { id: projectId }, signal }),
    ...LINK_RENEWAL,
  });
