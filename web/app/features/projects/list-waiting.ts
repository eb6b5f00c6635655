import { api } from '@atelier/domain/api.ts';
import type { Waiting } from '@atelier/domain/projects/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** Under this key lies what waits for a client across their projects; invalidate it when something happened in one. */
export const waitingKey = ['waiting'] as const;

/** What waits for the client in some of their projects, by the project's id; one where nothing does is not in it. */
export function listWaiting(projectIds: readonly string[]) {
  const ids = projectIds.filter((id) => id !== '').sort();
  return queryOptions({
    queryKey: [...waitingKey, ids],
    queryFn: async ({ signal }): Promise<Record<string, Waiting>> => {
      const { items } = await callApi(api.listWaiting, { query: { projects: ids.join() }, signal });
      return Object.fromEntries(items.map((item) => [item.projectId, item]));
    },
    enabled: ids.length > 0,
  });
}
