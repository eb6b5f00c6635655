import { studio } from '@atelier/content/studio.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { MetaDescriptor } from 'react-router';
import { arrive } from '../../../lib/arrive.ts';
import type { AdminHandle } from '../../../lib/pages/page-routes.ts';
import { AdminsOnly, isForbidden, LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Bookkeeper } from './bookkeeper.tsx';
import { ClientTable } from './client-table.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { getMoney } from './money.queries.ts';
import { FiguresSkeleton, MoneyFigures } from './money-figures.tsx';

/** The plots weigh more than the rest of the page. */
const MoneyPlots = lazy(() => arrive(() => import('./money-plots.tsx')));

export const meta = (): MetaDescriptor[] => [{ title: `Money · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

/** /admin/money: what clients owe, what is coming, what came in, and the invoices of all projects. */
export default function MoneyScreen() {
  const { data, isPending, error, refetch } = useQuery(getMoney());
  if (isForbidden(error)) return <AdminsOnly />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Money">What clients owe you, what’s coming and what came in.</PageHeader>
      {error !== null && (
        <LoadFailure error={error} fallback="Failed to load the figures." onRetry={() => refetch()} />
      )}
      {isPending && error === null && (
        <div role="status" className="grid grid-cols-1 gap-6">
          <span className="sr-only">Loading the figures…</span>
          <FiguresSkeleton />
          <PlotsSkeleton />
        </div>
      )}
      {data && (
        <>
          <MoneyFigures money={data} />
          <Suspense fallback={<PlotsSkeleton />}>
            <MoneyPlots money={data} />
          </Suspense>
        </>
      )}
      <InvoiceList />
      {data && (
        <>
          <ClientTable clients={data.clients} />
          <Bookkeeper years={data.years} />
        </>
      )}
    </div>
  );
}

function PlotsSkeleton() {
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <Skeleton className="h-94 rounded-lg" />
      <Skeleton className="h-94 rounded-lg" />
    </div>
  );
}
