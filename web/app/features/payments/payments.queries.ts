import { api } from '@atelier/domain/api.ts';
import type { EndpointReply } from '@atelier/domain/endpoint.ts';
import type { PayWithCredit, RecordPayment, RefundPayment } from '@atelier/domain/payments/schema.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { useKeyed } from '../../lib/api/keyed.ts';
import { projectKeys, refetchAll, useMutation } from '../../lib/api/query-client.ts';

/** Payments are part of the invoices' tab: whatever changes one of them changes what is left to pay. */
const invoicesKey = (projectId: string) => projectKeys.tab(projectId, 'invoices');

/** Payments and refunds of a project's invoices, newest first. */
export const listPayments = (projectId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(projectId), 'payments', 'client'],
    queryFn: ({ signal }) => callApi(api.listPayments, { params: { id: projectId }, signal }),
  });

/** Asks for the address of the card provider's page for an invoice. */
export const useStartCardPayment = (projectId: string) =>
  useMutation({
    mutationFn: (invoiceId: string) =>
      callApi(api.startCardPayment, { params: { id: projectId, invoiceId } }),
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

/**
 * A change that the studio makes. The reply is shown at once; then, and after a failure, payments and invoices are refetched.
 * They are there when it counts as done, or when the failure is shown.
 */
function usePaymentMutation<Input>(
  projectId: string,
  act: (input: Input) => Promise<EndpointReply<typeof api.listPaymentsAsStudio>>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => (await act(input)).items,
    onSuccess: (items) => queryClient.setQueryData(listPaymentsAsStudio(projectId).queryKey, items),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invoicesKey(projectId) }),
  });
}

interface OfInvoice {
  invoiceId: string;
}

/** Records a payment that arrived. */
export function useRecordPayment(projectId: string) {
  const send = useKeyed(({ invoiceId, ...body }: RecordPayment & OfInvoice, key) =>
    callApi(api.recordPayment, { params: { id: projectId, invoiceId }, body: { ...body, key } }),
  );
  return usePaymentMutation(projectId, send);
}

/** Pays an invoice with what was paid beyond another one. */
export function usePayWithCredit(projectId: string) {
  const send = useKeyed(({ invoiceId, ...body }: PayWithCredit & OfInvoice, key) =>
    callApi(api.payWithCredit, { params: { id: projectId, invoiceId }, body: { ...body, key } }),
  );
  return usePaymentMutation(projectId, send);
}

interface OfPayment {
  paymentId: string;
}

/** Records what was paid back of a payment. */
export function useRefundPayment(projectId: string) {
  const send = useKeyed(({ paymentId, ...body }: RefundPayment & OfPayment, key) =>
    callApi(api.refundPayment, { params: { id: projectId, paymentId }, body: { ...body, key } }),
  );
  return usePaymentMutation(projectId, send);
}

/** Removes what was recorded by mistake. */
export const useRemovePayment = (projectId: string) =>
  usePaymentMutation(projectId, ({ paymentId, note }: { note: string } & OfPayment) =>
    callApi(api.removePayment, { params: { id: projectId, paymentId }, body: { note } }),
  );
