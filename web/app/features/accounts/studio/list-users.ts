import { api } from '@atelier/domain/api.ts';
import { DEFAULT_PAGE_SIZE, pageCount } from '@atelier/domain/paging.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { requestApi } from '../../../lib/api-client.ts';

/** A page of accounts, newest first. The reply is a bare array; how many there are travels in a header. */
export const listUsers = ({ q, page }: { q: string; page: number }) =>
  queryOptions({
    queryKey: [...adminKeys.users, 'list', { q, page }],
    queryFn: async ({ signal }) => {
      const query = { q, page, limit: DEFAULT_PAGE_SIZE };
      const { reply: users, headers } = await requestApi(api.listUsers, { query, signal });
      const total = Number(headers.get('x-total-count') ?? users.length);
      return { users, total, pages: pageCount(total, DEFAULT_PAGE_SIZE) };
    },
    placeholderData: keepPreviousData,
  });
