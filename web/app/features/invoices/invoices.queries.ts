import { api } from '@atelier/domain/api.ts';
import type { EndpointReply } from '@atelier/domain/endpoint.ts';
import type { BillingDetails, ChangeInvoice, CreateInvoice } from '@atelier/domain/invoices/schema.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useKeyed } from '../../lib/api/keyed.ts';
import { projectKeys, useMutation } from '../../lib/api/query-client.ts';

/** The key of a project's invoices and of what was paid for them, on either side: a change of one shows in the other. */
const invoicesKey = (projectId: string) => projectKeys.tab(projectId, 'invoices');

/** Links are valid for at least ten minutes: they are renewed before that, in background tabs too. */
const REFRESH_MS = 4 * 60_000;

/** What the client was sent, newest first, with the planned payments and the billing details. */
export const listInvoices = (projectId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(projectId), 'client'],
    queryFn: ({ signal }) => callApi(api.listInvoices, { params: { id: projectId }, signal }),
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });

/** Changes whom later invoices are for. */
export function useSaveBilling(projectId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = listInvoices(projectId);
  return useMutation({
    mutationFn: (body: BillingDetails) => callApi(api.saveBilling, { params: { id: projectId }, body }),
    onSuccess: ({ billing }) =>
      queryClient.setQueryData(queryKey, (before) => before && { ...before, billing }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invoicesKey(projectId) }),
  });
}

/** What the studio's tab shows. */
export type StudioInvoiceList = EndpointReply<typeof api.listInvoicesAsStudio>;

/** All of a project's invoices with drafts, planned payments, billing details and settings. */
export const listInvoicesAsStudio = (projectId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(projectId), 'studio'],
    queryFn: ({ signal }) => callApi(api.listInvoicesAsStudio, { params: { id: projectId }, signal }),
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });

/**
 * A change that the studio makes. The reply is shown at once; then, and after a failure, which a stale screen may be the reason
 * for, invoices and payments are refetched. They are there when the failure is shown.
 */
function useInvoiceMutation<Input>(projectId: string, act: (input: Input) => Promise<StudioInvoiceList>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (reply) => queryClient.setQueryData(listInvoicesAsStudio(projectId).queryKey, reply),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invoicesKey(projectId) }),
  });
}

/** Makes a draft by hand. */
export function useCreateInvoice(projectId: string) {
  const send = useKeyed((body: Omit<CreateInvoice, 'key'>, key) =>
    callApi(api.createInvoice, { params: { id: projectId }, body: { ...body, key } }),
  );
  return useInvoiceMutation(projectId, send);
}

/** The draft of a planned payment's invoice, before it is due. */
export const useInvoicePlannedPayment = (projectId: string) =>
  useInvoiceMutation(projectId, (plannedId: string) =>
    callApi(api.invoicePlannedPayment, { params: { id: projectId, plannedId } }),
  );

/** Makes a milestone wait until a planned payment is paid; null for none. */
export const useHoldMilestone = (projectId: string) =>
  useInvoiceMutation(
    projectId,
    ({ plannedId, holdsMilestoneId }: { plannedId: string; holdsMilestoneId: string | null }) =>
      callApi(api.holdMilestone, { params: { id: projectId, plannedId }, body: { holdsMilestoneId } }),
  );

interface DraftRef {
  id: string;
  /** The revision that was on the screen. */
  revision: number;
}

/** Saves a draft over the revision that its form was filled from. */
export const useChangeInvoice = (projectId: string) =>
  useInvoiceMutation(projectId, ({ id, ...body }: ChangeInvoice & DraftRef) =>
    callApi(api.changeInvoice, { params: { id: projectId, invoiceId: id }, body }),
  );

/** Deletes a draft. One that no longer exists counts as deleted. */
export const useDeleteInvoice = (projectId: string) =>
  useInvoiceMutation(projectId, async ({ id, revision }: DraftRef) => {
    const params = { id: projectId, invoiceId: id };
    try {
      return await callApi(api.deleteInvoice, { params, query: { revision } });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
      return callApi(api.listInvoicesAsStudio, { params });
    }
  });

/** Sends the draft of this revision, and no other one. */
export const useSendInvoice = (projectId: string) =>
  useInvoiceMutation(projectId, ({ id, revision }: DraftRef) =>
    callApi(api.sendInvoice, { params: { id: projectId, invoiceId: id }, body: { revision } }),
  );

export const useVoidInvoice = (projectId: string) =>
  useInvoiceMutation(projectId, ({ id, reason }: { id: string; reason: string }) =>
    callApi(api.voidInvoice, { params: { id: projectId, invoiceId: id }, body: { reason } }),
  );

/** Sends a credit note over an amount without tax. */
export function useCreditInvoice(projectId: string) {
  const send = useKeyed(({ id, ...body }: { id: string; amount: number; reason: string }, key) =>
    callApi(api.creditInvoice, { params: { id: projectId, invoiceId: id }, body: { ...body, key } }),
  );
  return useInvoiceMutation(projectId, send);
}

/** Says whether invoices that the plan makes due are sent without a click. */
export const useChangeInvoiceSettings = (projectId: string) =>
  useInvoiceMutation(projectId, (sendsItself: boolean) =>
    callApi(api.changeInvoiceSettings, { params: { id: projectId }, body: { sendsItself } }),
  );

/** The PDF that a draft would be sent as today, in this revision. */
export function usePreviewInvoice(projectId: string) {
  return useMutation({
    mutationFn: async ({ id, revision }: DraftRef) => {
      const { pdf } = await callApi(api.previewInvoice, { params: { id: projectId, invoiceId: id } });
      const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0));
      return { revision, content: new Blob([bytes], { type: 'application/pdf' }) };
    },
  });
}
