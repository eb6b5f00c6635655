import type { Activity } from '@atelier/domain/activity/schema.ts';
import { activityDeed, activityQuote, isByMailLink } from '@atelier/domain/activity/sentence.ts';
import { api } from '@atelier/domain/api.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { History } from 'lucide-react';
import { callApi } from '../../lib/api/api-client.ts';
import { projectKeys } from '../../lib/api/query-client.ts';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { Link } from '../../lib/pages/links.ts';
import { type ProjectTab, useIsClientView, useTabLink } from '../../lib/pages/project-view.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { ShowMore } from '../../ui/list/pager.tsx';

/** From which side one looks: each from its own, and the studio from its client's where it asks to. */
interface ActivityView {
  as?: 'client';
}

/** All project events, newest first, page by page. */
const listActivity = (projectId: string, view: ActivityView) =>
  infiniteQueryOptions({
    queryKey: [...projectKeys.tab(projectId, 'activity'), 'all', view],
    queryFn: ({ signal, pageParam }) =>
      callApi(api.listActivity, {
        params: { id: projectId },
        query: { ...view, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ items, hasOlder }) => (hasOlder ? items.at(-1)?.id : undefined),
    // Coming back to it always shows the present state.
    staleTime: 0,
  });

/** The last few project events, for a card beside other things. */
const listRecentActivity = (projectId: string, view: ActivityView) =>
  queryOptions({
    queryKey: [...projectKeys.tab(projectId, 'activity'), 'recent', view],
    queryFn: async ({ signal }) =>
      (await callApi(api.listActivity, { params: { id: projectId }, query: { ...view, limit: 5 }, signal }))
        .items,
    staleTime: 0,
  });

/** Who did what, when; for the studio also from which network address. Every quote is user input. */
function ActivityList({ items }: { items: readonly Activity[] }) {
  return (
    <ol className="grid grid-cols-1">
      {items.map((item) => (
        <Row key={item.id} item={item} />
      ))}
    </ol>
  );
}

function Row({ item }: { item: Activity }) {
  const quote = activityQuote(item);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-l border-rule pb-5 pl-4 last:pb-0">
      <span
        aria-hidden="true"
        className={clsx(
          'mt-2 -ml-[1.3rem] size-2.5 rounded-full ring-4 ring-raised',
          item.actorRole === 'owner' ? 'bg-accent' : 'bg-ink-soft',
        )}
      />
      <div className="grid gap-1">
        <p className="wrap-anywhere">
          <span className="font-semibold">{item.actorName}</span> {activityDeed(item)}
        </p>
        {quote && (
          <blockquote className="line-clamp-4 border-l-2 border-rule pl-3 text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
            {quote}
          </blockquote>
        )}
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-faint">
          <time dateTime={item.createdAt} title={formatDateTime(item.createdAt)}>
            {formatAgo(item.createdAt)}
          </time>
          {isByMailLink(item) && <span>by mail link</span>}
          {item.actorAddress && <span className="font-mono text-xs leading-5">{item.actorAddress}</span>}
        </p>
      </div>
    </li>
  );
}

/** The events of a project, for either side: the server omits what a side may not see. */
function ProjectActivity({ project }: { project: Project }) {
  const query = useInfiniteQuery(listActivity(project._id, useIsClientView() ? { as: 'client' } : {}));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="grid grid-cols-1 gap-5">
      <QueryState
        query={query}
        label="Loading the activity…"
        rows={4}
        fallback="Failed to load the activity."
      />
      {query.data && items.length === 0 && (
        <EmptyState icon={<History aria-hidden="true" />} title="Nothing yet.">
          Everything you and the studio do in this project is listed here.
        </EmptyState>
      )}
      {items.length > 0 && (
        <Card title="Everything so far">
          <ActivityList items={items} />
          {query.hasNextPage && (
            <ShowMore
              isPending={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
              className="justify-self-start"
            >
              Show earlier
            </ShowMore>
          )}
        </Card>
      )}
    </div>
  );
}

export const useRecentActivity = (projectId: string) =>
  useQuery(listRecentActivity(projectId, useIsClientView() ? { as: 'client' } : {}));

/** The last events of a project, with a link to all of them. */
export function RecentActivityCard({ query }: { query: ReturnType<typeof useRecentActivity> }) {
  const linkTo = useTabLink();
  if (query.data?.length === 0) return null;
  return (
    <Card
      title="Recent activity"
      className="print:hidden"
      actions={
        <Link to={linkTo('activity')} className="inline-flex min-h-11 items-center font-medium">
          All activity
        </Link>
      }
    >
      <QueryState
        query={query}
        label="Loading the activity…"
        rows={2}
        fallback="Failed to load the activity."
      />
      {query.data && <ActivityList items={query.data} />}
    </Card>
  );
}

/** The same on both sides. */
export const activityTab: ProjectTab = { label: 'Activity', Content: ProjectActivity };
