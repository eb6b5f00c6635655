import type { AcceptanceRecord } from '@atelier/domain/contracts/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { studioProjectPath } from '@atelier/domain/pages.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Link } from '../../../lib/links.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';

/** What the studio sees of each acceptance. */
export const acceptanceColumns: Column<AcceptanceRecord>[] = [
  {
    key: 'project',
    header: 'Project',
    isTitle: true,
    className: '@min-[56rem]:max-w-56',
    cell: ({ projectId, projectTitle, isProjectDeleted }) =>
      isProjectDeleted ? (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="wrap-anywhere">{projectTitle}</bdi>
          <Badge tone="neutral">Deleted</Badge>
        </span>
      ) : (
        <Link
          to={studioProjectPath(projectId, 'contract')}
          className="inline-flex min-h-11 items-center wrap-anywhere"
        >
          <bdi>{projectTitle}</bdi>
        </Link>
      ),
  },
  {
    key: 'what',
    header: 'What',
    className: '@min-[56rem]:max-w-64',
    cell: ({ version, total, hash }) => (
      <>
        <span className="block tabular-nums">
          Version {version} · {formatUsd(total)}
        </span>
        <span className="block text-xs leading-relaxed text-ink-soft">
          SHA-256 <span className="font-mono wrap-anywhere">{hash}</span>
        </span>
      </>
    ),
  },
  {
    key: 'who',
    header: 'Who',
    className: '@min-[56rem]:max-w-56',
    cell: ({ name, email }) => (
      <>
        <bdi className="block wrap-anywhere">{name ?? 'No name was typed'}</bdi>
        <span className="block text-sm text-ink-soft wrap-anywhere">{email}</span>
      </>
    ),
  },
  {
    key: 'when',
    header: 'When and from where',
    className: '@min-[56rem]:max-w-52',
    cell: ({ acceptedAt, address, userAgent }) => (
      <>
        <time dateTime={acceptedAt} className="block">
          {formatDateTime(acceptedAt)}
        </time>
        <span
          title={userAgent ?? undefined}
          className="block text-sm text-ink-soft tabular-nums wrap-anywhere"
        >
          {address}
        </span>
      </>
    ),
  },
  {
    key: 'documents',
    header: 'Documents',
    cell: ({ projectTitle, source, url, recordUrl }) => (
      <span className="flex flex-wrap gap-x-4 @min-[56rem]:flex-col">
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
