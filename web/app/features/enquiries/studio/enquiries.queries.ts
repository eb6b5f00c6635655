import { api } from '@atelier/domain/api.ts';
import type { EndpointReply } from '@atelier/domain/endpoint.ts';
import type { EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { DEFAULT_PAGE_SIZE } from '@atelier/domain/paging-rules.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api-client.ts';
import { adminKeys, useMutation } from '../../../lib/api/query-client.ts';

interface EnquiryQuery {
  q?: string;
  status: EnquiryStatus | 'all';
  page?: number;
  limit?: number;
}

/** A page of the inbox, newest first. */
export const listEnquiries = ({ q = '', status, page = 1, limit = DEFAULT_PAGE_SIZE }: EnquiryQuery) =>
  queryOptions({
    queryKey: [...adminKeys.enquiries, 'list', { q, status, page, limit }],
    queryFn: ({ signal }) => callApi(api.listEnquiries, { query: { q, status, page, limit }, signal }),
    placeholderData: keepPreviousData,
  });

/** One enquiry, on any page of the list. */
export const getEnquiry = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.enquiries, 'one', id],
    queryFn: async ({ signal }) => (await callApi(api.getEnquiry, { params: { id }, signal })).contact,
  });

/** Sets an enquiry's status; the screens change in place. */
export function useSetEnquiryStatus() {
  const showChanged = useShowChanged();
  return useMutation({
    mutationFn: async ({ id, status }: { id: string; status: EnquiryStatus }) =>
      (await callApi(api.setEnquiryStatus, { params: { id }, body: { status } })).contact,
    onSuccess: (changed) => showChanged([changed]),
  });
}

/** Sets the status of several at once. */
export function useSetEnquiryStatuses() {
  const showChanged = useShowChanged();
  return useMutation({
    mutationFn: async (body: { ids: string[]; status: EnquiryStatus }) =>
      (await callApi(api.setEnquiryStatuses, { body })).items,
    onSuccess: showChanged,
  });
}

/** Invites the enquirer to start a project; the screens change in place. */
export function useInviteEnquirer() {
  const showChanged = useShowChanged();
  return useMutation({
    mutationFn: async ({ id, note }: { id: string; note: string }) =>
      (await callApi(api.inviteEnquirer, { params: { id }, body: { note } })).contact,
    onSuccess: (changed) => showChanged([changed]),
  });
}

/** Deletes an enquiry. `onDeleted` is called before it disappears from the screens. */
export function useDeleteEnquiry(onDeleted: (id: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(api.deleteEnquiry, { params: { id } }),
    onSuccess: (_, id) => {
      onDeleted(id);
      const lists = [...adminKeys.enquiries, 'list'];
      queryClient.setQueriesData<EnquiryPage>(
        { queryKey: lists },
        (page) => page && { ...page, items: page.items.filter((item) => item._id !== id) },
      );
      void queryClient.invalidateQueries({ queryKey: lists });
    },
  });
}

type EnquiryPage = EndpointReply<typeof api.listEnquiries>;

/**
 * Shows changed enquiries on every open screen. Lists change in place (specification section 4): an
 * enquiry that was just marked stays visible under a filter. They reload when opened again.
 */
export function useShowChanged() {
  const queryClient = useQueryClient();
  return (changed: readonly Enquiry[]) => {
    const byId = new Map(changed.map((enquiry) => [enquiry._id, enquiry]));
    queryClient.setQueriesData<EnquiryPage>(
      { queryKey: [...adminKeys.enquiries, 'list'] },
      (page) => page && { ...page, items: page.items.map((item) => byId.get(item._id) ?? item) },
    );
    for (const enquiry of changed) {
      queryClient.setQueryData([...adminKeys.enquiries, 'one', enquiry._id], enquiry);
    }
    return queryClient.invalidateQueries({ queryKey: adminKeys.enquiries, refetchType: 'none' });
  };
}
