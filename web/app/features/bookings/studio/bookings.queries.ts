import { api } from '@atelier/domain/api.ts';
import type { EndpointInput } from '@atelier/domain/endpoint.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api-client.ts';
import { adminKeys, refetchAll, useMutation } from '../../../lib/api/query-client.ts';

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

function useCallMutation<Variables>(mutationFn: (variables: Variables) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refetchAll(queryClient, adminKeys.calls) });
}

export const useMoveBooking = (id: string) =>
  useCallMutation((startsAt: string) => callApi(api.moveBooking, { params: { id }, body: { startsAt } }));

export const useCancelBooking = (id: string) =>
  useCallMutation((note: string) => callApi(api.cancelBooking, { params: { id }, body: { note } }));

export const useConfirmBooking = (id: string) =>
  useCallMutation(() => callApi(api.confirmBooking, { params: { id } }));

export const useCancelBookings = () =>
  useCallMutation((body: { ids: readonly string[]; note: string }) =>
    callApi(api.cancelBookings, { body: { ...body, ids: [...body.ids] } }),
  );

export const useSetCallSettings = () =>
  useCallMutation((body: EndpointInput<typeof api.setCallSettings>['body']) =>
    callApi(api.setCallSettings, { body }),
  );

export const useSetBusyCalendar = () =>
  useCallMutation((address: string) => callApi(api.setBusyCalendar, { body: { address } }));
