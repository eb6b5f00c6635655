import { useQuery } from '@tanstack/react-query';
import { useIsClientView } from '../../lib/client-view.ts';
import { Link } from '../../lib/links.ts';
import { useTabLink } from '../../lib/tab-link.ts';
import { Card } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { ActivityList } from './activity-list.tsx';
import { listRecentActivity } from './list-activity.ts';

/** What happened last in a project, and the way to all of it. */
export function RecentActivityCard({ projectId }: { projectId: string }) {
  const query = useQuery(listRecentActivity(projectId, useIsClientView() ? { as: 'client' } : {}));
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
      {query.isPending && <SkeletonList label="Loading the activity…" rows={2} />}
      {query.isError && (
        <LoadFailure
          error={query.error}
          fallback="Failed to load the activity."
          onRetry={() => query.refetch()}
        />
      )}
      {query.data && <ActivityList items={query.data} />}
    </Card>
  );
}
