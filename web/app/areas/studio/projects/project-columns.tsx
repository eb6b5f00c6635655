import { shortId } from '@atelier/domain/ids.ts';
import { studioProjectPath } from '@atelier/domain/pages.ts';
import { projectTitle } from '@atelier/domain/projects/rules.ts';
import type { ProjectSummary } from '@atelier/domain/projects/schema.ts';
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react';
import { UnreadCount } from '../../../features/messages/unread-count.tsx';
import { ProjectStatusBadge } from '../../../features/projects/project-status.tsx';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

/** What the list of projects shows of each (specification section 2), with how much of it is `unread`, by id. */
export function projectColumns(
  {
    onArchive,
    onDelete,
  }: {
    /** Archives it, or restores it where it is archived. */
    onArchive: (project: ProjectSummary) => void;
    onDelete: (project: ProjectSummary) => void;
  },
  unread: Readonly<Record<string, number>> = {},
): Column<ProjectSummary>[] {
  return [
    {
      key: 'company',
      header: 'Company and domain',
      isTitle: true,
      className: '@min-[56rem]:max-w-72',
      cell: (project) => (
        <>
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="wrap-anywhere">{projectTitle(project)}</span>
            <UnreadCount count={unread[project._id]} />
          </span>
          <span className="flex flex-wrap gap-x-3 text-sm font-normal text-ink-soft">
            <span className="font-mono text-xs leading-6">#{shortId(project._id)}</span>
            <span className="wrap-anywhere">{project.domain}</span>
          </span>
        </>
      ),
    },
    {
      key: 'user',
      header: 'User',
      className: '@min-[56rem]:max-w-52 @min-[68rem]:max-w-64 @min-[68rem]:min-w-64',
      cell: (project) => (
        <>
          <span className="block text-sm wrap-anywhere">
            <EmailText email={project.email} />
          </span>
          <span className="block truncate font-mono text-xs text-ink-faint" title={project.userId}>
            {project.userId}
          </span>
        </>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: (project) => <ProjectStatusBadge status={project.status} />,
    },
    {
      key: 'features',
      header: 'Features',
      className: 'tabular-nums',
      cell: (project) => project.featureCount,
    },
    {
      key: 'updated',
      header: 'Updated',
      className: 'whitespace-nowrap',
      cell: (project) => (
        <time dateTime={project.updatedAt} title={formatDateTime(project.updatedAt)}>
          {formatAgo(project.updatedAt)}
        </time>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      isActions: true,
      cell: (project) => (
        <span className="flex items-center justify-end gap-1">
          <ButtonLink
            to={studioProjectPath(project._id)}
            variant="secondary"
            size="sm"
            aria-label={`Open portal of ${projectTitle(project)}`}
          >
            Open portal
          </ButtonLink>
          {project.status !== 'draft' && (
            <ArchiveButton project={project} onPress={() => onArchive(project)} />
          )}
          <IconButton label={`Delete ${projectTitle(project)}`} onClick={() => onDelete(project)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </span>
      ),
    },
  ];
}

function ArchiveButton({ project, onPress }: { project: ProjectSummary; onPress: () => void }) {
  const isArchived = project.status === 'archived';
  return (
    <IconButton label={`${isArchived ? 'Restore' : 'Archive'} ${projectTitle(project)}`} onClick={onPress}>
      {isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
    </IconButton>
  );
}
