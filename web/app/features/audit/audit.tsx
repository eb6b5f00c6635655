import { studio } from '@atelier/content/studio.ts';
import { shortId } from '@atelier/domain/ids.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { type MetaDescriptor, useSearchParams } from 'react-router';
import type { AdminHandle } from '../../lib/admin-handle.ts';
import { AdminsOnly, isForbidden } from '../../ui/admins-only.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { auditColumns } from './audit-columns.tsx';
import { type AuditFilter, listAdminActions } from './list-admin-actions.ts';

export const meta = (): MetaDescriptor[] => [{ title: `Audit · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

/** What was done in the back office: by whom, to what, when and from where. */
export default function Audit() {
  const [params, setParams] = useSearchParams();
  const filter: AuditFilter = { by: params.get('by'), subject: params.get('subject') };
  const list = useInfiniteQuery(listAdminActions(filter));
  const region = useRef<HTMLElement>(null);
  const change = (wanted: Partial<AuditFilter>) => {
    const next = Object.entries({ ...filter, ...wanted }).filter(([, value]) => value !== null);
    setParams(new URLSearchParams(next as [string, string][]));
    // What was pressed may be gone with the rows that it was in.
    region.current?.focus();
  };

  if (isForbidden(list.error)) return <AdminsOnly />;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = filter.by !== null || filter.subject !== null;
  const actor = items.find((item) => item.actor.id === filter.by)?.actor.email;
  const subject = items.find((item) => item.subject?.id === filter.subject && item.subject?.title)?.subject
    ?.title;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Audit">
        Every admin action: who did it, to what, when and from where. Nothing here can be changed.
      </PageHeader>
      {isFiltered && (
        <div className="flex flex-wrap items-center gap-3">
          {filter.by !== null && (
            <FilterChip onRemove={() => change({ by: null })}>
              Only by {actor ?? `#${shortId(filter.by)}`}
            </FilterChip>
          )}
          {filter.subject !== null && (
            <FilterChip onRemove={() => change({ subject: null })}>
              Only what was done to {subject || `#${shortId(filter.subject)}`}
            </FilterChip>
          )}
        </div>
      )}
      {list.isError && (
        <LoadFailure
          error={list.error}
          fallback="Failed to load the audit."
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      )}
      <section ref={region} tabIndex={-1} aria-label="Actions" className="grid grid-cols-1 gap-5">
        {list.isPending && <SkeletonList label="Loading the audit…" rows={8} />}
        {list.data && items.length === 0 && (
          <EmptyState
            icon={<ScrollText aria-hidden="true" />}
            title={isFiltered ? 'Nothing matches.' : 'Nothing yet.'}
          >
            {isFiltered
              ? 'No recorded action matches this filter.'
              : 'Everything an admin changes is recorded here.'}
          </EmptyState>
        )}
        {items.length > 0 && (
          <DataTable
            caption="Admin actions"
            columns={auditColumns(change)}
            rows={items}
            rowKey={(action) => action._id}
            isBusy={list.isPlaceholderData}
          />
        )}
        {list.hasNextPage && (
          <ShowMore isPending={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
            Show older
          </ShowMore>
        )}
      </section>
    </div>
  );
}

function FilterChip({ onRemove, children }: { onRemove: () => void; children: ReactNode }) {
  return (
    <Button variant="secondary" size="sm" onClick={onRemove} className="min-w-0 wrap-anywhere">
      {children}
      <X aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">(remove this filter)</span>
    </Button>
  );
}
