import { studio } from '@atelier/content/studio.ts';
import type { AcceptanceRecord } from '@atelier/domain/contracts/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { studioProjectPath } from '@atelier/domain/pages.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, FileCheck } from 'lucide-react';
import type { MetaDescriptor } from 'react-router';
import { formatDateTime } from '../../../lib/format.ts';
import { Link } from '../../../lib/pages/links.ts';
import type { AdminHandle } from '../../../lib/pages/page-routes.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { AdminsOnly, isForbidden } from '../../../ui/feedback/load-failure.tsx';
import { EmptyState } from '../../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { ShowMore } from '../../../ui/list/pager.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { listAcceptances } from '../contracts.queries.ts';

/** What the studio sees of each acceptance. */
const acceptanceColumns: Column<AcceptanceRecord>[] = [
  {
    key: 'project',
    header: 'Project',
    isTitle: true,
    cell: ({ projectTitle, isProjectDeleted }) => (
      <span className="inline-flex max-w-full items-center gap-x-3">
        <bdi className="min-w-0 truncate">{projectTitle}</bdi>
        {isProjectDeleted && <Badge tone="neutral">Deleted</Badge>}
      </span>
    ),
  },
  {
    key: 'what',
    header: 'What',
    className: '@min-[56rem]:max-w-64 tabular-nums',
    cell: ({ version, total, hash }) => (
      <span title={`SHA-256 ${hash}`}>
        Version {version} · {formatUsd(total)}
        <span className="text-xs text-ink-soft">
          {' '}
          · SHA-256 <span className="font-mono @max-[56rem]:wrap-anywhere">{hash}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'who',
    header: 'Who',
    className: '@min-[56rem]:max-w-60',
    cell: ({ name, email }) => (
      <span title={`${name ?? 'No name was typed'} ${email}`}>
        <bdi>{name ?? 'No name was typed'}</bdi> <span className="text-ink-soft">{email}</span>
      </span>
    ),
  },
  {
    key: 'when',
    header: 'When and from where',
    cell: ({ acceptedAt, address, userAgent }) => (
      <>
        <time dateTime={acceptedAt}>{formatDateTime(acceptedAt)}</time>{' '}
        <span title={userAgent ?? undefined} className="text-ink-soft tabular-nums">
          {address}
        </span>
      </>
    ),
  },
  {
    key: 'documents',
    header: 'Documents',
    cell: ({ projectTitle, source, url, recordUrl }) => (
      <span className="flex flex-wrap gap-x-4 @min-[56rem]:flex-nowrap">
        {url && (
          <SafeLink href={url} className="inline-flex min-h-11 items-center">
            {source === 'link' ? 'Link' : 'Contract'}
            <span className="sr-only"> of {projectTitle}</span>
          </SafeLink>
        )}
        {recordUrl && (
          <SafeLink href={recordUrl} className="inline-flex min-h-11 items-center">
            Record<span className="sr-only"> of {projectTitle}</span>
          </SafeLink>
        )}
      </span>
    ),
  },
];

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
      <QueryState
        query={list}
        label="Loading the accepted contracts…"
        rows={6}
        fallback="Failed to load the accepted contracts."
      />
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
          rowTo={(record) =>
            record.isProjectDeleted ? undefined : studioProjectPath(record.projectId, 'contract')
          }
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
