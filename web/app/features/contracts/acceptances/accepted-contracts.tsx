import { studio } from '@atelier/content/studio.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, FileCheck } from 'lucide-react';
import type { MetaDescriptor } from 'react-router';
import type { AdminHandle } from '../../../lib/admin-handle.ts';
import { Link } from '../../../lib/links.ts';
import { AdminsOnly, isForbidden } from '../../../ui/admins-only.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { acceptanceColumns } from './acceptance-columns.tsx';
import { listAcceptances } from './list-acceptances.ts';

export const meta = (): MetaDescriptor[] => [{ title: `Accepted contracts · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

/** Every contract that a client has accepted: the record outlives the project. */
export default function AcceptedContracts() {
  const list = useInfiniteQuery(listAcceptances);
  if (isForbidden(list.error)) return <AdminsOnly />;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-1 gap-3">
        <Link
          to="/admin/projects"
          className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
          Projects
        </Link>
        <PageHeader title="Accepted contracts">
          Who accepted what, when and from where. The record and the contract are kept even if a project is
          deleted.
        </PageHeader>
      </div>
      {list.isError && (
        <LoadFailure
          error={list.error}
          fallback="Failed to load the accepted contracts."
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      )}
      {list.isPending && <SkeletonList label="Loading the accepted contracts…" rows={6} />}
      {list.data && items.length === 0 && (
        <EmptyState icon={<FileCheck aria-hidden="true" />} title="Nothing is accepted yet.">
          Once a client accepts a contract, its record stays here for good.
        </EmptyState>
      )}
      {items.length > 0 && (
        <DataTable
          caption="Accepted contracts"
          columns={acceptanceColumns}
          rows={items}
          rowKey={(record) => record._id}
        />
      )}
      {list.hasNextPage && (
        <ShowMore isPending={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          Show older
        </ShowMore>
      )}
    </div>
  );
}
