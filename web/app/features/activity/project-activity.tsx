import type { Project } from '@atelier/domain/projects/schema.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useIsClientView } from '../../lib/client-view.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { ActivityList } from './activity-list.tsx';
import { listActivity } from './list-activity.ts';

/** The record of a project, for either side: the server leaves out what is not theirs to see. */
export function ProjectActivity({ project }: { project: Project }) {
  const query = useInfiniteQuery(listActivity(project._id, useIsClientView() ? { as: 'client' } : {}));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) return <SkeletonList label="Loading the activity…" rows={4} />;
  return (
    <div className="grid grid-cols-1 gap-5">
      {query.isError && (
        <LoadFailure
          error={query.error}
          fallback="Failed to load the activity."
          onRetry={() => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        />
      )}
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
