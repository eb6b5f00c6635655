import { api } from '@atelier/domain/api.ts';
import type { EndpointReply } from '@atelier/domain/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { projectKeys, refetchAll } from '../../lib/api/query-client.ts';
import type { CallEffects } from '../../lib/api/use-call.ts';

/** Payments are part of the invoices' tab: whatever changes one of them changes what is left to pay. */
const invoicesKey = (projectId: string) => projectKeys.tab(projectId, 'invoices');

/** Payments and refunds of a project's invoices, newest first. */
export const listPayments = (projectId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(projectId), 'payments', 'client'],
    queryFn: ({ signal }) => callApi(api.listPayments, { params: { id: projectId }, signal }),
  });

const CHECK_AGAIN_MS = 4_000;
/** Some two minutes: what takes longer shows when it has arrived. */
const MAX_CHECKS = 30;

/** What became of an invoice's payment by card, asked again while the provider is at it. What has arrived shows with the answer. */
export const checkCardPayment = (projectId: string, invoiceId: string) =>
  queryOptions({
    queryKey: [...projectKeys.of(projectId), 'card-payment', invoiceId],
    queryFn: async ({ client }) => {
      const answer = await callApi(api.checkCardPayment, { params: { id: projectId, invoiceId } });
      if (answer.state === 'paid') await refetchAll(client, invoicesKey(projectId));
      return answer;
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      state.data?.state === 'pending' && state.dataUpdateCount < MAX_CHECKS ? CHECK_AGAIN_MS : false,
  });

/** The same with fees, notes and what was removed. */
export const listPaymentsAsStudio = (projectId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(projectId), 'payments', 'studio'],
    queryFn: async ({ signal }) =>
      (await callApi(api.listPaymentsAsStudio, { params: { id: projectId }, signal })).items,
  });

/** A change that the studio makes is shown at once; then payments and invoices are refetched. */
export const changesPayments = (
  projectId: string,
): CallEffects<EndpointReply<typeof api.listPaymentsAsStudio>> => ({
  shows: ({ items }, client) => client.setQueryData(listPaymentsAsStudio(projectId).queryKey, items),
  refetch: [invoicesKey(projectId)],
});
