import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { feedbackCalls } from './feedback-calls.ts';
import { unreadKey } from './feedback-keys.ts';
import { listMessages } from './list-messages.ts';
import type { ThreadPlace } from './outbox.ts';

/** Notes how far the thread was read. Failing is no matter: the next look notes it again. */
export function useMarkRead({ side, projectId }: ThreadPlace) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (upTo: string) =>
      callApi(feedbackCalls[side].markRead, { params: { id: projectId }, body: { upTo } }),
    onSuccess: ({ unread, readUpTo }) => {
      queryClient.setQueryData(listMessages(side, projectId).queryKey, (thread) =>
        thread ? { ...thread, pages: thread.pages.map((part) => ({ ...part, unread, readUpTo })) } : thread,
      );
      void queryClient.invalidateQueries({ queryKey: unreadKey });
    },
  });
}
