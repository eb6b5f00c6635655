import { api } from '@atelier/domain/api.ts';
import type { InvoiceFilter } from '@atelier/domain/invoices/rules.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api-client.ts';
import { adminKeys } from '../../../lib/api/query-client.ts';

/** The studio's figures about money. */
export const getMoney = () =>
  queryOptions({
    queryKey: [...adminKeys.money, 'figures'],
    queryFn: ({ signal }) => callApi(api.getMoney, { signal }),
  });

/** Rows of the list at a time; the script in the head asks for as many (shell/screen-calls.ts). */
const PAGE_SIZE = 20;

/** The invoices of all projects, newest first; each further page is older. */
export const listAllInvoices = (state: InvoiceFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.money, 'invoices', state],
    queryFn: ({ pageParam, signal }) =>
      callApi(api.listAllInvoices, {
        query: { state, limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasOlder ? last.items.at(-1)?._id : undefined),
    placeholderData: keepPreviousData,
  });
