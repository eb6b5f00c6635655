import { api } from '@atelier/domain/api.ts';
import type { MailFilter } from '@atelier/domain/mail-in/rules.ts';
import { DEFAULT_PAGE_SIZE } from '@atelier/domain/paging-rules.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { adminKeys, useMutation } from '../../lib/api/query-client.ts';

/** A page of the mails that arrived, newest first. */
export const listInboundMails = ({ state, page }: { state: MailFilter; page: number }) =>
  queryOptions({
    queryKey: [...adminKeys.mails, 'list', { state, page }],
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
  queryKey: [...adminKeys.mails, 'list', 'bounced'],
  queryFn: ({ signal }) => callApi(api.listBouncedAddresses, { signal }),
});

export function useClearBouncedAddress() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (id: string) => callApi(api.clearBouncedAddress, { params: { id } }),
    onSettled: refetch,
  });
}

/** Posts a quarantined mail as a message. */
export function usePostInboundMail() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: async (id: string) => (await callApi(api.postInboundMail, { params: { id } })).mail,
    onSettled: refetch,
  });
}

export function useDeleteInboundMail() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (id: string) => callApi(api.deleteInboundMail, { params: { id } }),
    onSettled: refetch,
  });
}

function useRefetch() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [[...adminKeys.mails, 'list'], adminKeys.audit].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}
