import { api } from '@atelier/domain/api.ts';
import type {
  ChangeOrder,
  SaveChangeOrder,
  StudioChangeOrder,
} from '@atelier/domain/change-orders/schema.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { projectKeys, useMutation } from '../../lib/api/query-client.ts';

/** They are on the contract's tab, and are fetched again with it. */
const changeOrdersKey = (projectId: string) =>
  [...projectKeys.tab(projectId, 'contract'), 'change-orders'] as const;

/** Links are valid for at least ten minutes: they are renewed before that, in background tabs too. */
const REFRESH_MS = 4 * 60_000;

/** The change orders that were sent, newest first. */
export const listChangeOrders = (projectId: string) =>
  queryOptions({
    queryKey: [...changeOrdersKey(projectId), 'client'],
    queryFn: async ({ signal }) =>
      (await callApi(api.listChangeOrders, { params: { id: projectId }, signal })).items,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });

/**
 * The client's answer to a change order. The reply is shown at once. The project is fetched again in any case: an accepted one
 * changes its plan and its milestones too, and after a failure a stale screen may be the reason for it.
 */
function useAnswer<Body>(projectId: string, act: (body: Body) => Promise<{ items: ChangeOrder[] }>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: ({ items }) => queryClient.setQueryData(listChangeOrders(projectId).queryKey, items),
    onSettled: () => queryClient.invalidateQueries({ queryKey: projectKeys.of(projectId) }),
  });
}

const at = (projectId: string, changeOrderId: string) => ({ params: { id: projectId, changeOrderId } });

/** Accepts the document that was shown, with the name that was typed. */
export function useAcceptChangeOrder(projectId: string) {
  return useAnswer(projectId, ({ id, ...body }: { id: string; name: string; hash?: string }) =>
    callApi(api.acceptChangeOrder, { ...at(projectId, id), body }),
  );
}

export function useDeclineChangeOrder(projectId: string) {
  return useAnswer(projectId, ({ id, ...body }: { id: string; reason: string }) =>
    callApi(api.declineChangeOrder, { ...at(projectId, id), body }),
  );
}

/** The change orders with drafts, newest first. */
export const listChangeOrdersAsStudio = (projectId: string) =>
  queryOptions({
    queryKey: [...changeOrdersKey(projectId), 'studio'],
    queryFn: async ({ signal }) =>
      (await callApi(api.listChangeOrdersAsStudio, { params: { id: projectId }, signal })).items,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });

/**
 * A change that the studio makes. The reply is shown at once. After a failure they are fetched again, because a stale screen
 * may be the reason for it; they are there when the failure is shown.
 */
function useStudioMutation<Input>(
  projectId: string,
  act: (input: Input) => Promise<{ items: StudioChangeOrder[] }>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => (await act(input)).items,
    onSuccess: (items) => queryClient.setQueryData(listChangeOrdersAsStudio(projectId).queryKey, items),
    onError: () => queryClient.invalidateQueries({ queryKey: changeOrdersKey(projectId) }),
  });
}

/** Begins a draft; gives all of them, the new one first. `key` makes a second try the same one. */
export function useCreateChangeOrder(projectId: string) {
  return useStudioMutation(projectId, (body: { title: string; messageId?: string; key: string }) =>
    callApi(api.createChangeOrder, { params: { id: projectId }, body }),
  );
}

/** Saves a draft over the one of the revision that its form was filled from. */
export function useSaveChangeOrder(projectId: string, id: string) {
  return useStudioMutation(projectId, (body: SaveChangeOrder) =>
    callApi(api.saveChangeOrder, { ...at(projectId, id), body }),
  );
}

/** Deletes, sends or withdraws a change order. */
export function useActOnChangeOrder(projectId: string) {
  return useStudioMutation(
    projectId,
    ({ act, id, revision }: { act: 'delete' | 'send' | 'withdraw'; id: string; revision: number }) => {
      const call = at(projectId, id);
      if (act === 'withdraw') return callApi(api.withdrawChangeOrder, call);
      if (act === 'send') return callApi(api.sendChangeOrder, { ...call, body: { revision } });
      return callApi(api.deleteChangeOrder, { ...call, query: { revision } });
    },
  );
}

/** The PDF that a draft would be sent as, as it is saved. */
export async function fetchChangeOrderPreview(
  projectId: string,
  id: string,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const { pdf } = await callApi(api.previewChangeOrder, { ...at(projectId, id), signal });
  return Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0)).buffer;
}
