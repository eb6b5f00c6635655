import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api-client.ts';
import { adminKeys } from '../../../lib/api/query-client.ts';

/** Calls ahead, those that are over or cancelled, or those that nobody has confirmed. */
export const listBookings = (show: 'ahead' | 'past' | 'unconfirmed') =>
  queryOptions({
    queryKey: [...adminKeys.calls, 'list', show],
    queryFn: async ({ signal }) => (await callApi(api.listBookings, { query: { show }, signal })).items,
  });

/** The calls of an enquiry, the latest first. */
export const listBookingsOf = (enquiry: string) =>
  queryOptions({
    queryKey: [...adminKeys.calls, 'of', enquiry],
    queryFn: async ({ signal }) => (await callApi(api.listBookings, { query: { enquiry }, signal })).items,
  });

/** When else a call could be: asked for each time. */
export const listTimesForMove = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.calls, 'times', id],
    queryFn: ({ signal }) => callApi(api.listTimesForMove, { params: { id }, signal }),
    staleTime: 0,
  });

export const getCallSettings = () =>
  queryOptions({
    queryKey: [...adminKeys.calls, 'settings'],
    queryFn: ({ signal }) => callApi(api.getCallSettings, { signal }),
  });

export const changesCalls = { refetch: [adminKeys.calls] };
