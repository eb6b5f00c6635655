import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

export const sessionsKey = ['my-sessions'] as const;

/** Where one is signed in, the latest used first; null where another provider keeps that to itself. */
export const listSessions = (userId: string) =>
  queryOptions({
    queryKey: [...sessionsKey, userId],
    queryFn: async ({ signal }) => (await callApi(api.listMySessions, { signal })).sessions,
    // Somebody who comes back to this page wants to know what is so now.
    staleTime: 0,
  });
