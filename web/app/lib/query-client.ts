import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Trying again cannot help where the server has understood and refused. */
const isRefusal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** The one store of what the server said. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && !isRefusal(error),
    },
    mutations: { retry: false },
  },
});

/**
 * Has everything under a key asked for again that the page shows. What is being asked for the first time right now, which
 * invalidating alone leaves to its answer, is asked again after it: that answer may be from before the change.
 */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const onTheirWay = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
  if (onTheirWay.length === 0) return;
  await client.invalidateQueries({ queryKey, predicate: (query) => onTheirWay.includes(query) });
}
