import { api } from '@atelier/domain/api.ts';
import type { ChangeOrder, StudioChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { LINK_RENEWAL, projectKeys } from '../../lib/api/query-client.ts';
import { type CallEffects, useCall } from '../../lib/api/use-call.ts';

/** They are on the contract's tab, and are fetched again with it. */
const changeOrdersKey = (projectId: string) =>
  [...projectKeys.tab(projectId, 'contract'), 'change-orders'] as const;

/** The change orders that were sent, newest first. */
export const listChangeOrders = (projectId: string) =>
  queryOptions({
    queryKey: [...changeOrdersKey(projectId), 'client'],
    queryFn: async ({ signal }) =>
      (await callApi(api.listChangeOrders, { params: { id: projectId }, signal })).items,
    ...LINK_RENEWAL,
  });

/**
 * The client's answer is shown at once. Then the whole project is refetched: an accepted change order
 * changes its plan and its milestones too.
 */
export const answersChangeOrder = (projectId: string): CallEffects<{ items: ChangeOrder[] }> => ({
  shows: ({ items }, client) => client.setQueryData(listChangeOrders(projectId).queryKey, items),
  refetch: [projectKeys.of(projectId)],
});

/** The change orders with drafts, newest first. */
export const listChangeOrdersAsStudio = (projectId: string) =>
  queryOptions({
    queryKey: [...changeOrdersKey(projectId), 'studio'],
    queryFn: async ({ signal }) =>
      (await callApi(api.listChangeOrdersAsStudio, { params: { id: projectId }, signal })).items,
    ...LINK_RENEWAL,
  });

/** A change that the studio makes is shown at once. */
export const changesChangeOrders = (projectId: string): CallEffects<{ items: StudioChangeOrder[] }> => ({
  shows: ({ items }, client) => client.setQueryData(listChangeOrdersAsStudio(projectId).queryKey, items),
  refetchOnFailure: [changeOrdersKey(projectId)],
});

/** Deletes, sends or withdraws a change order. */
export const useActOnChangeOrder = (projectId: string) =>
  useCall(({ act, id, revision }: { act: 'delete' | 'send' | 'withdraw'; id: string; revision: number }) => {
    const call = { params: { id: projectId, changeOrderId: id } };
    if (act === 'withdraw') return callApi(api.withdrawChangeOrder, call);
    if (act === 'send') return callApi(api.sendChangeOrder, { ...call, body: { revision } });
    return callApi(api.deleteChangeOrder, { ...call, query: { revision } });
  }, changesChangeOrders(projectId));

/** The PDF that a draft would be sent as, as it is saved. */
export async function fetchChangeOrderPreview(
  projectId: string,
  id: string,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const { pdf } = await callApi(api.previewChangeOrder, {
    params: { id: projectId, changeOrderId: id },
    signal,
  });
  return Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0)).buffer;
}
