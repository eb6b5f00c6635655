import { api } from '@atelier/domain/api.ts';
import type { Message, MessageList } from '@atelier/domain/messages/schema.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { adminKeys, LINK_RENEWAL, projectKeys } from '../../lib/api/query-client.ts';
import { useCall } from '../../lib/api/use-call.ts';

/** The side of a project that reads and writes. */
type MessagesSide = 'client' | 'studio';

/** A project's messages and the side that writes them. */
export interface MessagesPlace {
  side: MessagesSide;
  projectId: string;
}

/** The endpoints of each side. */
export const messageEndpoints = {
  client: {
    list: api.listMessages,
    send: api.sendMessage,
    attach: api.attachFile,
    markRead: api.markMessagesRead,
  },
  studio: {
    list: api.listMessagesAsStudio,
    send: api.sendMessageAsStudio,
    attach: api.attachFileAsStudio,
    markRead: api.markMessagesReadAsStudio,
  },
} as const;

/** A message as this page received it. */
export interface ShownMessage extends Message {
  /** Until when its reader can change it, in ms of this browser's clock; 0 if they can't. */
  changeableUntil: number;
}
type ShownList = Omit<MessageList, 'items'> & { items: ShownMessage[] };

const received = (message: Message): ShownMessage => ({
  ...message,
  changeableUntil: message.changeableSeconds > 0 ? Date.now() + message.changeableSeconds * 1000 : 0,
});

/** The messages, newest page first; each further page is older. */
export const listMessages = (side: MessagesSide, projectId: string) =>
  infiniteQueryOptions({
    queryKey: [...projectKeys.tab(projectId, 'feedback'), side],
    queryFn: async ({ pageParam: before, signal }): Promise<ShownList> => {
      const list = await callApi(messageEndpoints[side].list, {
        params: { id: projectId },
        // On the client's side every reader gets the client's view.
        query: { ...(before !== undefined && { before }), ...(side === 'client' && { as: side }) },
        signal,
      });
      return { ...list, items: list.items.map(received) };
    },
    ...LINK_RENEWAL,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((part) => part.items.some(({ files }) => files.length > 0)) &&
      LINK_RENEWAL.refetchInterval,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (part) => (part.hasOlder ? part.items[0]?._id : undefined),
  });

/** All loaded messages, oldest first. */
export function messagesOf(conversation: InfiniteData<ShownList, unknown>): ShownMessage[] {
  return conversation.pages.toReversed().flatMap((part) => part.items);
}

/** Adds a sent message to the cached conversation. */
export function addSentMessage(
  queryClient: QueryClient,
  side: MessagesSide,
  projectId: string,
  message: Message,
): void {
  queryClient.setQueryData(listMessages(side, projectId).queryKey, (conversation) => {
    const [newest, ...older] = conversation?.pages ?? [];
    if (!conversation || !newest || newest.items.some(({ _id }) => _id === message._id)) return conversation;
    // An answered client no longer waits.
    const answer = side === 'studio' ? null : newest.answer;
    return {
      ...conversation,
      pages: [{ ...newest, items: [...newest.items, received(message)], answer }, ...older],
    };
  });
}

/** After a change of a message, everything about the project's messages is refetched. */
export const changesMessages = (projectId: string) => ({
  refetch: [projectKeys.tab(projectId, 'feedback')],
});

/** The number of clients' unread messages by project id; projects without any are left out. */
export function countUnread(projectIds: readonly string[]) {
  const ids = projectIds.filter((id) => id !== '').sort();
  return queryOptions({
    queryKey: [...projectKeys.unread, ids],
    queryFn: async ({ signal }): Promise<Record<string, number>> => {
      const query = { projects: ids.join() };
      const { items } = await callApi(api.countUnreadAsStudio, { query, signal });
      return Object.fromEntries(items.map(({ projectId, unread }) => [projectId, unread]));
    },
    enabled: ids.length > 0,
  });
}

/** Records how far the messages were read. A failure is harmless: the next visit records it again. */
export const useMarkRead = ({ side, projectId }: MessagesPlace) =>
  useCall(
    (upTo: string) => callApi(messageEndpoints[side].markRead, { params: { id: projectId }, body: { upTo } }),
    {
      shows: ({ unread, readUpTo }, client) => {
        client.setQueryData(
          listMessages(side, projectId).queryKey,
          (conversation) =>
            conversation && {
              ...conversation,
              pages: conversation.pages.map((part) => ({ ...part, unread, readUpTo })),
            },
        );
      },
      refetchOnSuccess: [projectKeys.unread, projectKeys.waiting],
    },
  );

/** Notes that a client who wrote last needs no answer, or needs one after all. */
export const useNoteAnswer = () =>
  useCall(api.noteAnswer, {
    refetch: ({ params }) => [projectKeys.tab(params.id, 'feedback'), adminKeys.overview],
  });
