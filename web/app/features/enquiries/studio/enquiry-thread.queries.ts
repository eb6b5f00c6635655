import { api } from '@atelier/domain/api.ts';
import type { EnquiryFile, EnquiryThread, ReplyToEnquiry } from '@atelier/domain/enquiries/schema.ts';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api-client.ts';
import { adminKeys, useMutation } from '../../../lib/api/query-client.ts';
import { useShowChanged } from './enquiries.queries.ts';

/** The replies to an enquiry and the answers to them. */
export const getEnquiryThread = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.enquiries, 'thread', id],
    queryFn: ({ signal }) => callApi(api.getEnquiryThread, { params: { id }, signal }),
  });

/** Sends a reply; thread and inbox change in place. After a failure the thread is there again: it may have arrived. */
export function useReplyToEnquiry(id: string) {
  const queryClient = useQueryClient();
  const showChanged = useShowChanged();
  return useMutation({
    mutationFn: (body: ReplyToEnquiry) => callApi(api.replyToEnquiry, { params: { id }, body }),
    onSuccess: async ({ contact, thread }) => {
      queryClient.setQueryData(getEnquiryThread(id).queryKey, thread);
      await showChanged([contact]);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: getEnquiryThread(id).queryKey }),
  });
}

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
export function useDeleteReplyFile(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (replyFileId: string) => callApi(api.deleteReplyFile, { params: { id, replyFileId } }),
    onMutate: (replyFileId) =>
      changeUnsent(queryClient, id, (before) => before.filter((file) => file.id !== replyFileId)),
    onError: () => queryClient.invalidateQueries({ queryKey: getEnquiryThread(id).queryKey }),
  });
}
