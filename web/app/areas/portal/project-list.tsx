import { type PageAddress, projectPath } from '@atelier/domain/pages.ts';
import { featureCountLabel } from '@atelier/domain/projects/rules.ts';
import type { Project, Waiting } from '@atelier/domain/projects/schema.ts';
import { shortId } from '@atelier/domain/text.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronRight, Trash2 } from 'lucide-react';
import { UnreadCount } from '../../features/messages/unread-count.tsx';
import {
  briefOf,
  companyOf,
  ProjectStageBadge,
  projectName,
} from '../../features/projects/project-facts.tsx';
import { listWaiting } from '../../features/projects/projects.queries.ts';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { Link } from '../../lib/pages/links.ts';
import { useAccount } from '../../lib/session/account.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { waitingBadges } from './overview/waiting-rows.ts';

/** One submitted project: the whole row opens it. */
function ProjectRow({
  project,
  waiting,
  to,
  isCurrent,
  onDelete,
}: {
  project: Project;
  /** What waits for its client. */
  waiting: Waiting | undefined;
  to: PageAddress;
  isCurrent: boolean;
  onDelete: (() => void) | undefined;
}) {
  const submittedAt = project.submittedAt ?? project.updatedAt;
  return (
    <li
      className={clsx(
        'flex items-center gap-1 rounded-lg border pr-2 transition-colors',
        isCurrent ? 'border-accent bg-raised' : 'border-rule bg-raised hover:border-edge',
      )}
    >
      <Link
        to={to}
        aria-current={isCurrent ? 'true' : undefined}
        className="grid min-w-0 flex-1 gap-1 rounded-lg py-4 pl-4 no-underline"
      >
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-semibold">{project.title}</span>
          <UnreadCount count={waiting?.groups.find(({ kind }) => kind === 'message')?.count} />
        </span>
        <span className="truncate text-sm">{companyOf(project)}</span>
        <span className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <span className="font-mono text-xs leading-6">#{shortId(project._id)}</span>
          <span>{featureCountLabel(briefOf(project).features.length)}</span>
        </span>
        <span className="text-sm text-ink-faint">
          Submitted{' '}
          <time dateTime={submittedAt} title={formatDateTime(submittedAt)}>
            {formatAgo(submittedAt)}
          </time>
        </span>
        {/* What waits is last, as it arrives last: nothing in the row moves. */}
        <span className="flex flex-wrap gap-1.5 pt-1">
          <ProjectStageBadge project={project} />
          {waiting &&
            waitingBadges(waiting).map(({ kind, words }) => (
              <Badge key={kind} tone={kind === 'overdue_invoice' ? 'danger' : 'accent'}>
                {words}
              </Badge>
            ))}
        </span>
      </Link>
      {onDelete && (
        <IconButton label={`Delete ${projectName(project)}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-faint lg:hidden" />
    </li>
  );
}

/** The left side of the portal: a page of submitted projects. */
export function ProjectList({
  projects,
  page,
  pages,
  currentId,
  onPage,
  onDelete,
}: {
  projects: readonly Project[];
  page: number;
  pages: number;
  currentId: string | undefined;
  onPage: (page: number) => void;
  onDelete: (project: Project) => void;
}) {
  const { isAdmin } = useAccount();
  const ids = projects.map(({ _id }) => _id);
  const waiting = useQuery(listWaiting(ids));
  const canDelete = (project: Project) => isAdmin || project.clientRole === 'contact';
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {projects.map((project) => (
          <ProjectRow
            key={project._id}
            project={project}
            waiting={waiting.data?.[project._id]}
            to={projectPath(project._id, { page })}
            isCurrent={project._id === currentId}
            onDelete={canDelete(project) ? () => onDelete(project) : undefined}
          />
        ))}
      </ul>
      {pages > 1 && <Pager page={page} pages={pages} onPage={onPage} />}
    </>
  );
}
