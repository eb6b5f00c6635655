import { api } from '@atelier/domain/api.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { callApi } from '../../../lib/api-client.ts';
import { REFRESH_MS } from '../get-contract.ts';

/** Every contract that was accepted, newest first; each further page is what came earlier. */
export const listAcceptances = infiniteQueryOptions({
  queryKey: adminKeys.acceptances,
  queryFn: ({ pageParam, signal }) =>
    callApi(api.listAcceptances, { query: { ...(pageParam && { before: pageParam }) }, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => (last.hasOlder ? last.items.at(-1)?._id : undefined),
  // The links in it run out.
  refetchInterval: REFRESH_MS,
  refetchIntervalInBackground: true,
});
