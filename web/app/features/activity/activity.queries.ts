import { api } from '@atelier/domain/api.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { projectKeys } from '../../lib/api/project-keys.ts';

/** From which side one looks: each from its own, and the studio from its client's where it asks to. */
interface ActivityView {
  as?: 'client';
}

/** All project events, newest first, page by page. */
export const listActivity = (projectId: string, view: ActivityView) =>
  infiniteQueryOptions({
    queryKey: [...projectKeys.tab(projectId, 'activity'), 'all', view],
    queryFn: ({ signal, pageParam }) =>
      callApi(api.listActivity, {
        params: { id: projectId },
        query: { ...view, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ items, hasOlder }) => (hasOlder ? items.at(-1)?.id : undefined),
    // Coming back to it always shows the present state.
    staleTime: 0,
  });

/** The last few project events, for a card beside other things. */
export const listRecentActivity = (projectId: string, view: ActivityView) =>
  queryOptions({
    queryKey: [...projectKeys.tab(projectId, 'activity'), 'recent', view],
    queryFn: async ({ signal }) =>
      (await callApi(api.listActivity, { params: { id: projectId }, query: { ...view, limit: 5 }, signal }))
        .items,
    staleTime: 0,
  });
