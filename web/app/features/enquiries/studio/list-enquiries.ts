import { api } from '@atelier/domain/api.ts';
import type { EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import { DEFAULT_PAGE_SIZE } from '@atelier/domain/paging.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { callApi } from '../../../lib/api-client.ts';

export interface EnquiryQuery {
  q?: string;
  status: EnquiryStatus | 'all';
  page?: number;
  limit?: number;
}

/** A page of the contact inbox, newest first. */
export const listEnquiries = ({ q = '', status, page = 1, limit = DEFAULT_PAGE_SIZE }: EnquiryQuery) =>
  queryOptions({
    queryKey: [...adminKeys.enquiries, 'list', { q, status, page, limit }],
    queryFn: ({ signal }) => callApi(api.listEnquiries, { query: { q, status, page, limit }, signal }),
    placeholderData: keepPreviousData,
  });
