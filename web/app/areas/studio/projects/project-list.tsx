import { studioProjectPath } from '@atelier/domain/pages.ts';
import { formatTotal } from '@atelier/domain/paging-rules.ts';
import {
  PROJECT_SORTS,
  type ProjectSort,
  projectCompany,
  projectName,
  projectStageLabels,
} from '@atelier/domain/projects/rules.ts';
import type { ListedProject } from '@atelier/domain/projects/schema.ts';
import { shortId } from '@atelier/domain/text.ts';
import { useQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore, ArrowUpRight, Ellipsis, FolderOpen, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
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
import { type Column, DataTable, NoValue } from '../../../ui/data-table.tsx';
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
import { MenuIconButton } from '../../../ui/overlays/menu.tsx';
import { DeleteProjectDialog } from '../../portal/delete-project-dialog.tsx';
import { NextDue, ProjectPlanBar, ProjectValue } from './project-progress.tsx';
import { projectFilter, useProjectSort } from './projects-view.ts';
import { SavedFilters } from './saved-filters.tsx';

/** Asks before archiving or restoring a project, with what that means for its client. */
function ArchiveDialog({
  project,
  onClose,
  finalFocus,
}: {
  /** Undefined while the dialog is closed. */
  project: ListedProject | undefined;
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
      title={asked && `${isRestoring ? 'Restore' : 'Archive'} “${projectName(asked)}”?`}
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

/** What a row says above what tells it apart: both fit in a row of 44 px. */
function TwoLines({ below, children }: { below: ReactNode; children: ReactNode }) {
  return (
    <span className="grid min-w-0 grid-cols-1">
      <span className="min-w-0 wrap-anywhere @max-[56rem]:whitespace-normal @min-[56rem]:truncate">
        {children}
      </span>
      <span className="flex min-w-0 items-baseline gap-2 text-xs font-normal text-ink-soft">{below}</span>
    </span>
  );
}

/** What the list of projects shows of each (specification section 2), with how much of it is `unread`, by id. */
function projectColumns(
  {
    onArchive,
    onDelete,
  }: {
    /** Archives it, or restores it where it is archived. */
    onArchive: (project: ListedProject) => void;
    onDelete: (project: ListedProject) => void;
  },
  /** Undefined until it's known. */
  unread: Readonly<Record<string, number>> | undefined,
): Column<ListedProject>[] {
  return [
    {
      key: 'company',
      header: 'Company, title, domain',
      isTitle: true,
      cell: (project) => (
        <TwoLines
          below={
            <>
              <span className="shrink-0 font-mono">#{shortId(project._id)}</span>
              <span className="min-w-0 truncate">{project.domain}</span>
            </>
          }
        >
          <span>{projectCompany(project)}</span> <span className="font-normal">{project.title}</span>
        </TwoLines>
      ),
    },
    {
      key: 'status',
      header: 'Stage, status',
      cell: ({ status, stage }) =>
        status === 'draft' ? (
          <ProjectStatusBadge status={status} />
        ) : (
          <span className="inline-grid justify-items-start">
            {projectStageLabels[stage]}
            <ProjectStatusBadge status={status} size="sm" />
          </span>
        ),
    },
    { key: 'progress', header: 'Progress', cell: (project) => <ProjectPlanBar {...project} /> },
    {
      key: 'value',
      header: 'Value',
      className: 'tabular-nums',
      cell: (project) => <ProjectValue value={project.value} />,
    },
    { key: 'due', header: 'Next due', cell: (project) => <NextDue {...project} /> },
    {
      key: 'unread',
      header: 'Unread',
      cell: ({ _id }) => unread && (unread[_id] ? <UnreadCount count={unread[_id]} /> : <NoValue />),
    },
    {
      key: 'user',
      header: 'User',
      cell: (project) => (
        <span
          title={`${project.email} ${project.userId}`}
          className="block @min-[56rem]:w-24 @min-[68rem]:w-40"
        >
          <TwoLines below={<span className="max-w-[9ch] truncate font-mono">{project.userId}</span>}>
            {project.email}
          </TwoLines>
        </span>
      ),
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
        <span className="flex items-center justify-end @min-[56rem]:-my-1">
          <ButtonLink
            to={studioProjectPath(project._id)}
            variant="quiet"
            size="sm"
            title="Open portal"
            className="@min-[56rem]:size-9 @min-[56rem]:px-0"
            aria-label={`Open portal of ${projectName(project)}`}
          >
            <ArrowUpRight aria-hidden="true" className="size-5 @max-[56rem]:hidden" />
            <span className="@min-[56rem]:hidden">Open portal</span>
          </ButtonLink>
          <IconButton
            label={`Delete ${projectName(project)}`}
            className="@min-[56rem]:-mx-1"
            onClick={() => onDelete(project)}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
          {project.status === 'draft' ? (
            <span className="w-9 @max-[56rem]:hidden" />
          ) : (
            <MenuIconButton
              label={`More for ${projectName(project)}`}
              className="@min-[56rem]:-mx-1"
              sections={[
                [
                  project.status === 'archived'
                    ? { label: 'Restore', icon: ArchiveRestore, onSelect: () => onArchive(project) }
                    : { label: 'Archive', icon: Archive, onSelect: () => onArchive(project) },
                ],
              ]}
            >
              <Ellipsis aria-hidden="true" />
            </MenuIconButton>
          )}
        </span>
      ),
    },
  ];
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
  const [leaving, setLeaving] = useState<ListedProject>();
  const removal = useDeleteProject();
  const [moving, setMoving] = useState<ListedProject>();
  const region = useRef<HTMLElement>(null);
  const items = list.data?.items ?? [];
  const unread = useQuery(countUnread(items.map(({ _id }) => _id)));
  const total = list.data && formatTotal(list.data.total, { isSearch: address.q !== '' });

  return (
    <div className="grid grid-cols-1 gap-4">
      <ListToolbar
        label="Search projects"
        placeholder="Search company, email, id…"
        text={text}
        onText={setText}
        choices={filterChoices}
        status={address.status}
        onStatus={(status) => change({ status })}
      >
        <Field label="Sort by" isLabelHidden className="max-md:flex-1">
          <Select
            choices={sortChoices}
            value={chosenSort}
            onChange={(event) => chooseSort(event.target.value as ProjectSort)}
          />
        </Field>
        <SavedFilters />
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
            rowTo={(project) => studioProjectPath(project._id)}
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
            ...leaving,
            id: leaving._id,
            company: projectCompany(leaving),
            mailed: leaving.email || undefined,
          }
        }
        removal={removal}
        failure={deleteFailure}
        isAudited
        onClose={() => setLeaving(undefined)}
        finalFocus={region}
      />
      <ArchiveDialog project={moving} onClose={() => setMoving(undefined)} finalFocus={region} />
    </div>
  );
}
