import { api } from '@atelier/domain/api.ts';
import type { EndpointReply } from '@atelier/domain/endpoint.ts';
import type { EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { DEFAULT_PAGE_SIZE } from '@atelier/domain/paging-rules.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api-client.ts';
import { adminKeys } from '../../../lib/api/query-client.ts';
import { type CallEffects, useCall } from '../../../lib/api/use-call.ts';

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

type EnquiryPage = EndpointReply<typeof api.listEnquiries>;
const lists = [...adminKeys.enquiries, 'list'];

/**
 * Shows changed enquiries on every open screen. Lists change in place (specification section 4): an
 * enquiry that was just marked stays visible under a filter. They reload when opened again.
 */
export function showEnquiries(changed: readonly Enquiry[], client: QueryClient): Promise<void> {
  const byId = new Map(changed.map((enquiry) => [enquiry._id, enquiry]));
  client.setQueriesData<EnquiryPage>(
    { queryKey: lists },
    (page) => page && { ...page, items: page.items.map((item) => byId.get(item._id) ?? item) },
  );
  for (const enquiry of changed) client.setQueryData(getEnquiry(enquiry._id).queryKey, enquiry);
  return client.invalidateQueries({ queryKey: adminKeys.enquiries, refetchType: 'none' });
}

export const changesEnquiry: CallEffects<{ contact: Enquiry }> = {
  shows: ({ contact }, client) => showEnquiries([contact], client),
};

export const changesEnquiries: CallEffects<{ items: Enquiry[] }> = {
  shows: ({ items }, client) => showEnquiries(items, client),
};

/** Deletes an enquiry. `onDeleted` is called before it disappears from the screens. */
export const useDeleteEnquiry = (onDeleted: (id: string) => void) =>
  useCall(api.deleteEnquiry, {
    shows: (_reply, client, { params: { id } }) => {
      onDeleted(id);
      client.setQueriesData<EnquiryPage>(
        { queryKey: lists },
        (page) => page && { ...page, items: page.items.filter((item) => item._id !== id) },
      );
      void client.invalidateQueries({ queryKey: lists });
    },
  });
