import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { callApi } from '../../../lib/api-client.ts';

/** What needs the owner, and how the studio does. Asked again at every visit: it is about now. */
export const getOverview = () =>
  queryOptions({
    queryKey: adminKeys.overview,
    queryFn: ({ signal }) => callApi(api.getOverview, { signal }),
    staleTime: 0,
  });
