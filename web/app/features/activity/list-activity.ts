import { api } from '@atelier/domain/api.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { activityKey } from './activity-key.ts';

/** From which side one looks: each from its own, and the studio from its client's where it asks to. */
export interface ActivityView {
  as?: 'client';
}

/** Everything that has happened, newest first, page by page. */
export const listActivity = (projectId: string, view: ActivityView) =>
  infiniteQueryOptions({
    queryKey: [...activityKey(projectId), 'all', view],
    queryFn: ({ signal, pageParam }) =>
      callApi(api.listActivity, {
        params: { id: projectId },
        query: { ...view, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ items, hasOlder }) => (hasOlder ? items.at(-1)?.id : undefined),
    // Whoever comes back to it wants to know what is so now.
    staleTime: 0,
  });

/** What happened last, as much as fits beside other things. */
export const listRecentActivity = (projectId: string, view: ActivityView) =>
  queryOptions({
    queryKey: [...activityKey(projectId), 'recent', view],
    queryFn: async ({ signal }) =>
      (await callApi(api.listActivity, { params: { id: projectId }, query: { ...view, limit: 5 }, signal }))
        .items,
    staleTime: 0,
  });
