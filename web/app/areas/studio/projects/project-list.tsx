import { studioProjectPath } from '@atelier/domain/pages.ts';
import { formatTotal } from '@atelier/domain/paging-rules.ts';
import { PROJECT_SORTS, type ProjectSort, projectTitle } from '@atelier/domain/projects/rules.ts';
import type { ProjectSummary } from '@atelier/domain/projects/schema.ts';
import { shortId } from '@atelier/domain/text.ts';
import { useQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore, ArrowDownNarrowWide, FolderOpen, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { countUnread } from '../../../features/messages/messages.queries.ts';
import { UnreadCount } from '../../../features/messages/unread-count.tsx';
import { ProjectStatusBadge, projectStatusLabels } from '../../../features/projects/project-facts.tsx';
import {
  deleteFailure,
  listProjects,
  useArchiveProject,
  useDeleteProject,
} from '../../../features/projects/projects.queries.ts';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmailText } from '../../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useChosen, useListAddress, useSearchText } from '../../../ui/list/list-address.ts';
import { ClearFilters, ListToolbar } from '../../../ui/list/list-toolbar.tsx';
import { Pager, useLastPage } from '../../../ui/list/pager.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { DeleteProjectDialog } from '../../portal/delete-project-dialog.tsx';
import { projectFilter, useProjectSort } from './projects-view.ts';

/** Asks before archiving or restoring a project, with what that means for its client. */
function ArchiveDialog({
  project,
  onClose,
  finalFocus,
}: {
  /** Undefined while the dialog is closed. */
  project: ProjectSummary | undefined;
  onClose: () => void;
  /** Takes the focus once the project's row is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  // Keeps its text while the dialog fades out, when `project` is already undefined.
  const [asked, setAsked] = useState(project);
  const move = useArchiveProject(asked?._id ?? '');
  if (project && project !== asked) {
    setAsked(project);
    move.reset();
  }
  const isRestoring = asked?.status === 'archived';
  return (
    <ConfirmDialog
      isOpen={project !== undefined}
      title={asked && `${isRestoring ? 'Restore' : 'Archive'} “${projectTitle(asked)}”?`}
      description={
        isRestoring
          ? 'It returns to your client’s list, and both sides can work on it again.'
          : 'It leaves your client’s list and becomes read-only. You can restore it any time.'
      }
      confirmLabel={isRestoring ? 'Restore' : 'Archive'}
      pendingLabel={isRestoring ? 'Restoring…' : 'Archiving…'}
      isPending={move.isPending}
      error={move.error ? failureMessage(move.error, 'That didn’t work. Please try again.') : undefined}
      onConfirm={() =>
        move.mutate(isRestoring ? 'submitted' : 'archived', {
          onSuccess: () => {
            showToast(isRestoring ? 'Project restored.' : 'Project archived.', { tone: 'success' });
            onClose();
          },
        })
      }
      onClose={onClose}
      finalFocus={move.isSuccess ? finalFocus : undefined}
    />
  );
}

/** What the list of projects shows of each (specification section 2), with how much of it is `unread`, by id. */
function projectColumns(
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

const labels = { all: 'All', ...projectStatusLabels };
const filterChoices = projectFilter.choices.map((value) => ({ value, label: labels[value] }));
const sortLabels: Record<ProjectSort, string> = {
  updated: 'Last updated',
  submitted: 'Last submitted',
  company: 'Company, A to Z',
};
const sortChoices = PROJECT_SORTS.map((value) => ({ value, label: sortLabels[value] }));

/** All projects: search, filter and sort. */
export function ProjectList() {
  const { address, change } = useListAddress(projectFilter);
  const [sort, sortBy] = useProjectSort();
  const [chosenSort, chooseSort] = useChosen(sort, sortBy);
  const [text, setText] = useSearchText(address.q, (q, options) => change({ q }, options));
  const list = useQuery(listProjects({ ...address, sort }));
  useLastPage(address.page, list.isPlaceholderData ? undefined : list.data?.pages, (page) =>
    change({ page }, { replace: true }),
  );
  const [leaving, setLeaving] = useState<ProjectSummary>();
  const removal = useDeleteProject();
  const [moving, setMoving] = useState<ProjectSummary>();
  const region = useRef<HTMLElement>(null);
  const items = list.data?.items ?? [];
  const unread = useQuery(
    countUnread(
      'studio',
      items.map(({ _id }) => _id),
    ),
  );
  const total = list.data && formatTotal(list.data.total, { isSearch: address.q !== '' });

  return (
    <div className="grid grid-cols-1 gap-6">
      <ListToolbar
        label="Search projects"
        placeholder="Search company, email, id…"
        text={text}
        onText={setText}
        choices={filterChoices}
        status={address.status}
        onStatus={(status) => change({ status })}
      >
        <Field label="Sort by" isLabelHidden>
          <Select
            choices={sortChoices}
            value={chosenSort}
            onChange={(event) => chooseSort(event.target.value as ProjectSort)}
            phoneIcon={<ArrowDownNarrowWide aria-hidden="true" />}
          />
        </Field>
      </ListToolbar>
      <section ref={region} tabIndex={-1} aria-label="Projects" className="grid grid-cols-1 gap-5">
        <QueryState query={list} label="Loading projects…" rows={8} fallback="Failed to load projects." />
        {list.data?.total === 0 && (
          <EmptyState
            icon={<FolderOpen aria-hidden="true" />}
            title="No projects."
            action={
              (address.q !== '' || address.status !== 'all') && (
                <ClearFilters onClear={() => change({ q: '', status: 'all' })} list={region} />
              )
            }
          >
            {address.q ? 'Nothing matches this search and filter.' : 'None has this status right now.'}
          </EmptyState>
        )}
        {items.length > 0 && (
          <DataTable
            caption="Projects"
            columns={projectColumns({ onArchive: setMoving, onDelete: setLeaving }, unread.data)}
            rows={items}
            rowKey={(project) => project._id}
            isBusy={list.isPlaceholderData}
          />
        )}
        {list.data && (
          <Pager
            page={address.page}
            pages={list.data.pages}
            note={`${total} total`}
            onPage={(page) => change({ page })}
          />
        )}
      </section>
      <DeleteProjectDialog
        project={
          leaving && {
            id: leaving._id,
            title: projectTitle(leaving),
            mailed: leaving.email || undefined,
          }
        }
        removal={removal}
        failure={deleteFailure}
        onClose={() => setLeaving(undefined)}
        finalFocus={region}
      />
      <ArchiveDialog project={moving} onClose={() => setMoving(undefined)} finalFocus={region} />
    </div>
  );
}
