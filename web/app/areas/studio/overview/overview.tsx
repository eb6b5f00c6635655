import { studio } from '@atelier/content/studio.ts';
import type { Overview as OverviewReply } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { lazy, type ReactNode, type RefObject, Suspense, useId } from 'react';
import type { MetaDescriptor } from 'react-router';

import { arrive } from '../../../lib/arrive.ts';
import { AdminsOnly, isForbidden } from '../../../ui/admins-only.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { Skeleton, SkeletonList } from '../../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FailedMails } from './failed-mails.tsx';
import { getOverview } from './get-overview.ts';
import { useSettle } from './use-settle.ts';
import { countWaiting, waitingGroups } from './waiting-groups.ts';
import { WaitingSheet } from './waiting-sheet.tsx';

/** The plots weigh more than the rest of the admin area: they come when what waits is already there. */
const Figures = lazy(() => arrive(() => import('./metrics/figures.tsx')));

export const meta = (): MetaDescriptor[] => [{ title: `Overview · ${studio.name}` }];

/** What the owner sees first: what needs them now, each a step away, and then how the studio does. */
export default function Overview() {
  const { data, isPending, error, refetch } = useQuery(getOverview());
  if (isForbidden(error)) return <AdminsOnly />;
  return (
    <div className="grid grid-cols-1 gap-10">
      <PageHeader title="Overview">{`${daytimeGreeting()}. ${waitingLine(data)}`}</PageHeader>
      {error !== null && (
        <LoadFailure error={error} fallback="Failed to load the overview." onRetry={() => refetch()} />
      )}
      {isPending && (
        <>
          <Part title="What needs you now">
            <SkeletonList label="Loading what needs you…" rows={4} />
          </Part>
          <FiguresSkeleton />
        </>
      )}
      {data && (
        <>
          <FailedMails mails={data.failedMails} />
          <Waiting waiting={data.waiting} />
          <Part title="The last twelve months">
            <Suspense fallback={<FiguresSkeleton />}>
              <Figures months={data.months} />
            </Suspense>
          </Part>
        </>
      )}
    </div>
  );
}

function Waiting({ waiting }: { waiting: OverviewReply['waiting'] }) {
  const { studio: own, clients } = waitingGroups(waiting);
  const { heading, ...settling } = useSettle();
  return (
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-10 min-[100rem]:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_27rem]">
      <Part title="What needs you now" heading={heading}>
        {own.length > 0 ? (
          <WaitingSheet groups={own} {...settling} />
        ) : (
          <EmptyState icon={<CheckCheck aria-hidden="true" />} title="Nothing needs you.">
            New enquiries, messages and change requests appear here by themselves.
          </EmptyState>
        )}
      </Part>
      {clients.length > 0 && (
        <Part title="Waiting on your clients">
          <WaitingSheet groups={clients} {...settling} />
        </Part>
      )}
    </div>
  );
}

function Part({
  title,
  heading,
  children,
}: {
  title: string;
  /** For whom the keyboard is sent to it. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 ref={heading} id={id} tabIndex={-1} className="text-xl outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}

function FiguresSkeleton() {
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

function waitingLine(data: OverviewReply | undefined): string {
  if (!data) return '';
  const { count, isMore } = countWaiting(data.waiting);
  if (count === 0) return 'Nothing needs you.';
  if (count === 1) return 'One thing needs you.';
  return `${count.toLocaleString('en-US')}${isMore ? ' or more' : ''} things need you.`;
}
