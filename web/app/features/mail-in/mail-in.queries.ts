import { api } from '@atelier/domain/api.ts';
import type { MailFilter } from '@atelier/domain/mail-in/rules.ts';
import { DEFAULT_PAGE_SIZE } from '@atelier/domain/paging-rules.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { adminKeys } from '../../lib/api/query-client.ts';

/** A page of the mails that arrived, newest first. */
export const listInboundMails = ({ state, page }: { state: MailFilter; page: number }) =>
  queryOptions({
    queryKey: [...adminKeys.mailLists, { state, page }],
    queryFn: ({ signal }) =>
      callApi(api.listInboundMails, { query: { state, page, limit: DEFAULT_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

/** The beginning of a whole mail. */
export const getMailSource = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.mails, 'source', id],
    queryFn: ({ signal }) => callApi(api.getMailSource, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The addresses that emails came back from. Under the list's key: an arriving mail changes both. */
export const listBouncedAddresses = queryOptions({
  queryKey: [...adminKeys.mailLists, 'bounced'],
  queryFn: ({ signal }) => callApi(api.listBouncedAddresses, { signal }),
});

export const changesMails = { refetch: [adminKeys.mailLists, adminKeys.audit] };
