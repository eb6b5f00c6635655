import { formatTotal } from '@atelier/domain/paging.ts';
import { PROJECT_SORTS, type ProjectSort, projectTitle } from '@atelier/domain/projects/rules.ts';
import type { ProjectSummary } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownNarrowWide, FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { countUnread } from '../../../features/messages/count-unread.ts';
import { projectStatusLabels } from '../../../features/projects/project-status.tsx';
import { ArchiveDialog } from '../../../features/projects/studio/archive-dialog.tsx';
import { deleteFailure, useDeleteProject } from '../../../features/projects/studio/delete-project.ts';
import { listProjects } from '../../../features/projects/studio/list-projects.ts';
import { projectFilter, useProjectSort } from '../../../features/projects/studio/project-address.ts';
import { useLastPage } from '../../../lib/use-last-page.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { ClearFilters } from '../../../ui/list/clear-filters.tsx';
import { ListToolbar } from '../../../ui/list/list-toolbar.tsx';
import { useChosen } from '../../../ui/list/use-chosen.ts';
import { useListAddress, useSearchText } from '../../../ui/list/use-list-address.ts';
import { Pager } from '../../../ui/pager.tsx';
import { DeleteProjectDialog } from '../../portal/delete-project-dialog.tsx';
import { projectColumns } from './project-columns.tsx';

const labels = { all: 'All', ...projectStatusLabels };
const filterChoices = projectFilter.choices.map((value) => ({ value, label: labels[value] }));
const sortLabels: Record<ProjectSort, string> = {
  updated: 'Last updated',
  submitted: 'Last submitted',
  company: 'Company, A to Z',
};
const sortChoices = PROJECT_SORTS.map((value) => ({ value, label: sortLabels[value] }));

/** Everybody's projects, to be searched, filtered and sorted. */
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
        searchLabel="Search projects"
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
      {list.isError && (
        <LoadFailure
          error={list.error}
          fallback="Failed to load projects."
          onRetry={() => void list.refetch()}
        />
      )}
      <section ref={region} tabIndex={-1} aria-label="Projects" className="grid grid-cols-1 gap-5">
        {list.isPending && <SkeletonList label="Loading projects…" rows={8} />}
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
