import { api } from '@atelier/domain/api.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../../ui/feedback/load-failure.tsx';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';

const getFeed = (userId: string) =>
  queryOptions({
    queryKey: ['my-calendar', userId],
    queryFn: ({ signal }) => callApi(api.getCalendarFeed, { signal }),
  });

/** A secret address for calendar programs: it is shown once, and can be renewed or removed. */
export default function CalendarCard({ userId, isAdmin }: { userId: string; isAdmin: boolean }) {
  const query = useQuery(getFeed(userId));
  const shows = ({ createdAt }: { createdAt: string | null }, client: QueryClient) =>
    client.setQueryData(getFeed(userId).queryKey, { createdAt });
  const renewing = useCall(api.renewCalendarFeed, { shows });
  const removing = useCall(api.deleteCalendarFeed, {
    shows: (feed, client) => {
      renewing.reset();
      shows(feed, client);
    },
  });
  const createdAt = query.data?.createdAt ?? null;
  const address = renewing.data?.address;
  return (
    <Card title="Calendar">
      <p className="text-sm text-ink-soft">
        {isAdmin
          ? 'Calls and due dates in your own calendar program.'
          : 'The due dates of your projects in your own calendar program.'}{' '}
        Anyone who has the address can read them, so keep it to yourself.
      </p>
      {query.isPending && <Skeleton className="h-11 w-56" />}
      {query.isError && <RetryAlert title="Couldn’t load this." onRetry={() => void query.refetch()} />}
      {address && (
        <Alert tone="success" title="Add this address to your calendar program. It’s shown only now.">
          <span className="font-mono text-sm wrap-anywhere">{address}</span>
          <div className="mt-2">
            <CopyButton text={address} about=" the calendar address" />
          </div>
        </Alert>
      )}
      {query.data && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="secondary"
            isPending={renewing.isPending}
            pendingLabel="One moment…"
            onClick={() => renewing.mutate()}
          >
            {createdAt ? 'Renew the address' : 'Make a calendar address'}
          </Button>
          {createdAt && (
            <Button
              variant="quiet"
              isPending={removing.isPending}
              pendingLabel="Removing…"
              onClick={() => removing.mutate()}
            >
              Remove it
            </Button>
          )}
          {createdAt && !address && (
            <p className="text-sm text-ink-soft">
              Made on {formatDateTime(createdAt)}. Lost it? A renewed one ends it.
            </p>
          )}
        </div>
      )}
      <FailureAlert error={renewing.error ?? removing.error} fallback="That didn’t work. Please try again." />
    </Card>
  );
}
