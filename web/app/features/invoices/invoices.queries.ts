import { api } from '@atelier/domain/api.ts';
import type { EndpointReply } from '@atelier/domain/endpoint.ts';
import type { BillingDetails, StudioInvoice } from '@atelier/domain/invoices/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { LINK_RENEWAL, projectKeys } from '../../lib/api/query-client.ts';
import { type CallEffects, useCall } from '../../lib/api/use-call.ts';

/** The key of a project's invoices and of what was paid for them, on either side: a change of one shows in the other. */
const invoicesKey = (projectId: string) => projectKeys.tab(projectId, 'invoices');

/** What the client was sent, newest first, with the planned payments and the billing details. */
export const listInvoices = (projectId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(projectId), 'client'],
    queryFn: ({ signal }) => callApi(api.listInvoices, { params: { id: projectId }, signal }),
    ...LINK_RENEWAL,
  });

/** New billing details are shown at once; then everything about the invoices is refetched. */
export const changesBilling = (projectId: string): CallEffects<{ billing: BillingDetails }> => ({
  shows: ({ billing }, client) =>
    client.setQueryData(listInvoices(projectId).queryKey, (before) => before && { ...before, billing }),
  refetch: [invoicesKey(projectId)],
});

/** What the studio's tab shows. */
export type StudioInvoiceList = EndpointReply<typeof api.listInvoicesAsStudio>;

/** All of a project's invoices with drafts, planned payments, billing details and settings. */
export const listInvoicesAsStudio = (projectId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(projectId), 'studio'],
    queryFn: ({ signal }) => callApi(api.listInvoicesAsStudio, { params: { id: projectId }, signal }),
    ...LINK_RENEWAL,
  });

/** A change that the studio makes is shown at once; then invoices and payments are refetched. */
export const changesInvoices = (projectId: string): CallEffects<StudioInvoiceList> => ({
  shows: (reply, client) => client.setQueryData(listInvoicesAsStudio(projectId).queryKey, reply),
  refetch: [invoicesKey(projectId)],
});

/** Deletes the draft of this revision. One that no longer exists counts as deleted. */
export const useDeleteInvoice = (projectId: string) =>
  useCall(async ({ id, revision }: Pick<StudioInvoice, 'id' | 'revision'>) => {
    const params = { id: projectId, invoiceId: id };
    try {
      return await callApi(api.deleteInvoice, { params, query: { revision } });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
      return callApi(api.listInvoicesAsStudio, { params });
    }
  }, changesInvoices(projectId));

/** The PDF that a draft would be sent as today, in this revision. */
export const usePreviewInvoice = (projectId: string) =>
  useCall(async ({ id, revision }: Pick<StudioInvoice, 'id' | 'revision'>) => {
    const { pdf } = await callApi(api.previewInvoice, { params: { id: projectId, invoiceId: id } });
    const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0));
    return { revision, content: new Blob([bytes], { type: 'application/pdf' }) };
  });
