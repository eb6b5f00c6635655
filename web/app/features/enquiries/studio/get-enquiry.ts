import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { callApi } from '../../../lib/api-client.ts';

/** One enquiry, wherever it stands in the list. */
export const getEnquiry = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.enquiries, 'one', id],
    queryFn: async ({ signal }) => (await callApi(api.getEnquiry, { params: { id }, signal })).contact,
  });
