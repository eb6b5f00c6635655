import { api } from '@atelier/domain/api.ts';
import type { EnquiryFile, EnquiryThread, ReplyToEnquiry } from '@atelier/domain/enquiries/schema.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api-client.ts';
import { adminKeys } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { showEnquiries } from './enquiries.queries.ts';

/** The replies to an enquiry and the answers to them. */
export const getEnquiryThread = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.enquiries, 'thread', id],
    queryFn: ({ signal }) => callApi(api.getEnquiryThread, { params: { id }, signal }),
  });

/**
 * Sends a reply; thread and inbox change in place. After a failure the reply may have arrived all the
 * same.
 */
export const useReplyToEnquiry = (id: string) =>
  useCall((body: ReplyToEnquiry) => callApi(api.replyToEnquiry, { params: { id }, body }), {
    shows: async ({ contact, thread }, client) => {
      client.setQueryData(getEnquiryThread(id).queryKey, thread);
      await showEnquiries([contact], client);
    },
    refetchOnFailure: [getEnquiryThread(id).queryKey],
  });

function changeUnsent(
  queryClient: QueryClient,
  id: string,
  change: (before: EnquiryThread['unsent']) => EnquiryThread['unsent'],
): void {
  queryClient.setQueryData(
    getEnquiryThread(id).queryKey,
    (before) => before && { ...before, unsent: change(before.unsent) },
  );
}

/** Shows a file that has arrived for a reply. */
export function addReplyFile(queryClient: QueryClient, id: string, file: EnquiryFile): void {
  changeUnsent(queryClient, id, (before) => [...before.filter((each) => each.id !== file.id), file]);
}

/** Removes a file that no reply has yet. It disappears at once. */
export const useDeleteReplyFile = (id: string) =>
  useCall((replyFileId: string) => callApi(api.deleteReplyFile, { params: { id, replyFileId } }), {
    onMutate: (replyFileId, { client }) =>
      changeUnsent(client, id, (before) => before.filter((file) => file.id !== replyFileId)),
    refetchOnFailure: [getEnquiryThread(id).queryKey],
  });
