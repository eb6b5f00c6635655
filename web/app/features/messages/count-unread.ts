import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { type FeedbackSide, feedbackCalls } from './feedback-calls.ts';
import { unreadKey } from './feedback-keys.ts';

/** Unread messages of some projects by their ids; one without any is not in it. */
export function countUnread(side: FeedbackSide, projectIds: readonly string[]) {
  const ids = projectIds.filter((id) => id !== '').sort();
  return queryOptions({
    queryKey: [...unreadKey, side, ids],
    queryFn: async ({ signal }): Promise<Record<string, number>> => {
      const query = { projects: ids.join() };
      const { items } = await callApi(feedbackCalls[side].countUnread, { query, signal });
      return Object.fromEntries(items.map(({ projectId, unread }) => [projectId, unread]));
    },
    enabled: ids.length > 0,
  });
}
