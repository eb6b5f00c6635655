import { QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * The one cache of the server's replies. A failure shows at once and is retried visibly
 * (`LoadFailure`), without a network too; only the user repeats a failed change.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Has everything under a key asked for again that the page shows. What is being asked for the first time right now, which
 * invalidating alone leaves to its answer, is asked again after it: that answer may be from before the change.
 */
export async function refetchAll(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const onTheirWay = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
  if (onTheirWay.length === 0) return;
  await client.invalidateQueries({ queryKey, predicate: (query) => onTheirWay.includes(query) });
}
