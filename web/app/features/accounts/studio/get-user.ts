import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { callApi } from '../../../lib/api-client.ts';

/** One account with its newest projects. */
export const getUser = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.users, 'one', id],
    queryFn: ({ signal }) => callApi(api.getUser, { params: { id }, signal }),
  });
