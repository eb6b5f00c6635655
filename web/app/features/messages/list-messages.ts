import type { Message, MessageList } from '@atelier/domain/messages/schema.ts';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { type FeedbackSide, feedbackCalls } from './feedback-calls.ts';
import { feedbackKey } from './feedback-keys.ts';

/** A thread: its newest part first, then what came before it as far as it was asked for. */
export const listMessages = (side: FeedbackSide, projectId: string) =>
  infiniteQueryOptions({
    queryKey: [...feedbackKey(projectId), side],
    queryFn: ({ pageParam: before, signal }): Promise<MessageList> =>
      callApi(feedbackCalls[side].list, {
        params: { id: projectId },
        // On the client's side everybody is answered what its client would be.
        query: { ...(before !== undefined && { before }), ...(side === 'client' && { as: side }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (part) => (part.hasOlder ? part.items[0]?._id : undefined),
  });

/** The messages that are there, oldest first. */
export function messagesOf(thread: InfiniteData<MessageList, unknown>): Message[] {
  return thread.pages.toReversed().flatMap((part) => part.items);
}

/** Puts a message that was just sent where the next look would find it. */
export function addSentMessage(
  queryClient: QueryClient,
  side: FeedbackSide,
  projectId: string,
  message: Message,
): void {
  queryClient.setQueryData(listMessages(side, projectId).queryKey, (thread) => {
    const [newest, ...older] = thread?.pages ?? [];
    if (!thread || !newest || newest.items.some(({ _id }) => _id === message._id)) return thread;
    // Whoever is answered waits no more.
    const answer = side === 'studio' ? null : newest.answer;
    return { ...thread, pages: [{ ...newest, items: [...newest.items, message], answer }, ...older] };
  });
}
