import { studio } from '@atelier/content/studio.ts';
import { api } from '@atelier/domain/api.ts';
import type { Money } from '@atelier/domain/money/schema.ts';
import { FAILED_MAILS_DAYS } from '@atelier/domain/projects/rules.ts';
import type { Overview as OverviewReply } from '@atelier/domain/projects/schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { MetaDescriptor } from 'react-router';
import { listTodos } from '../../../features/todos/todos.queries.ts';
import { TodosPanel } from '../../../features/todos/todos-panel.tsx';
import { callApi } from '../../../lib/api/api-client.ts';
import { adminKeys } from '../../../lib/api/query-client.ts';
import { arrive } from '../../../lib/arrive.ts';
import { formatDate } from '../../../lib/format.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AdminsOnly, isForbidden, LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { EmptyState, Skeleton, SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { isArriving } from '../../../ui/feedback/query-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { getMoney } from '../money/money.queries.ts';
import { Part } from '../part.tsx';
import { CallsAhead } from './calls-ahead.tsx';
import { countMoneyTasks, MoneyLines } from './money-lines.tsx';
import { Reminders } from './reminders.tsx';
import { Strip } from './strip.tsx';
import { countWaiting, useDismissal, WaitingSheet, waitingGroups } from './waiting-sheet.tsx';

/** What needs the studio, and how it does. Refetched at every visit, because it is about now. */
const getOverview = () =>
  queryOptions({
    queryKey: adminKeys.overview,
    queryFn: ({ signal }) => callApi(api.getOverview, { signal }),
    staleTime: 0,
  });

/** Mails that never arrived: the studio has to reach their recipients in another way. */
function FailedMails({ mails }: { mails: OverviewReply['failedMails'] }) {
  const { total, items } = mails;
  if (total === 0) return null;
  const more = total - items.length;
  return (
    <Alert
      tone="warning"
      isUrgent={false}
      title={total === 1 ? 'An email couldn’t be delivered.' : `${total} emails couldn’t be delivered.`}
    >
      <ul className="mb-2 grid list-disc grid-cols-1 gap-1 pl-5">
        {items.map(({ id, to, subject, since }) => (
          <li key={id} className="wrap-anywhere">
            <a href={`mailto:${encodeURIComponent(to)}`}>{to}</a>: “{subject}”, {formatDate(since)}
          </li>
        ))}
        {more > 0 && <li>and {more.toLocaleString('en-US')} more</li>}
      </ul>
      Check the address, or call. If many fail, check SMTP_URL: “npm run studio -- doctor” helps. This note
      goes away {FAILED_MAILS_DAYS} days after the last one.
    </Alert>
  );
}

/** The plots weigh more than the rest of the admin area: they load after what needs the studio. */
const Metrics = lazy(() => arrive(() => import('./metrics/metrics.tsx')));

export const meta = (): MetaDescriptor[] => [{ title: `Overview · ${studio.name}` }];

/** /admin: what needs the studio now, each one step away, then how the studio does. */
export default function Overview() {
  const { data, isPending, error, refetch } = useQuery(getOverview());
  // They come together, so that nothing moves.
  const isWaiting = isArriving(useQuery(listTodos())) || isPending;
  // Later, so that the screen waits for nothing more.
  const { data: money } = useQuery({ ...getMoney(), enabled: !isWaiting && error === null });
  if (isForbidden(error)) return <AdminsOnly />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Overview">{`${daytimeGreeting()}. ${waitingLine(data, money)}`}</PageHeader>
      {error !== null && (
        <LoadFailure error={error} fallback="Failed to load the overview." onRetry={() => refetch()} />
      )}
      {isWaiting && (
        <>
          <Part title="What needs you now">
            <SkeletonList label="Loading what needs you…" rows={4} />
          </Part>
          <MetricsSkeleton />
        </>
      )}
      {data && !isWaiting && (
        <>
          <Strip overview={data} />
          <FailedMails mails={data.failedMails} />
          <Waiting waiting={data.waiting} money={money} />
          <Part title="The last twelve months">
            <Suspense fallback={<MetricsSkeleton />}>
              <Metrics months={data.months} />
            </Suspense>
          </Part>
        </>
      )}
    </div>
  );
}

function Waiting({
  waiting,
  money,
}: {
  waiting: OverviewReply['waiting'];
  /** Undefined until it's known. */
  money: Money | undefined;
}) {
  const { studio: own, clients } = waitingGroups(waiting);
  const { heading, ...dismissal } = useDismissal();
  const hasMoneyTasks = countMoneyTasks(money) > 0;
  return (
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 min-[100rem]:grid-cols-[minmax(0,1fr)_27rem]">
      <Part title="What needs you now" heading={heading}>
        {own.length > 0 && <WaitingSheet groups={own} {...dismissal} />}
        {money && hasMoneyTasks && <MoneyLines money={money} />}
        {own.length === 0 && !hasMoneyTasks && (
          <EmptyState icon={<CheckCheck aria-hidden="true" />} title="Nothing needs you.">
            New enquiries, messages and change requests appear here by themselves.
          </EmptyState>
        )}
      </Part>
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 xl:has-[>:nth-child(2)]:grid-cols-2 xl:*:nth-[n+3]:col-span-2 min-[100rem]:has-[>:nth-child(2)]:grid-cols-1 min-[100rem]:*:nth-[n+3]:col-span-1">
        <TodosPanel />
        {clients.length > 0 && (
          <Part title="Waiting on your clients">
            <WaitingSheet groups={clients} {...dismissal} />
          </Part>
        )}
        <CallsAhead />
        <Reminders />
      </div>
    </div>
  );
}

function MetricsSkeleton() {
  return (
    <div role="status" className="grid gap-5 lg:grid-cols-2">
      <span className="sr-only">Loading the figures…</span>
      {['flow', 'funnel', 'value', 'approval'].map((place) => (
        <Skeleton key={place} className="h-96 rounded-lg" />
      ))}
    </div>
  );
}

function daytimeGreeting(): string {
  const hour = new Date().getHours();
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}

function waitingLine(data: OverviewReply | undefined, money: Money | undefined): string {
  if (!data) return '';
  const { count: waiting, isMore } = countWaiting(data.waiting);
  const count = waiting + countMoneyTasks(money);
  if (count === 0) return 'Nothing needs you.';
  if (count === 1) return 'One thing needs you.';
  return `${count.toLocaleString('en-US')}${isMore ? ' or more' : ''} things need you.`;
}
