import { studio } from '@atelier/content/studio.ts';
import { formatTotal } from '@atelier/domain/paging.ts';
import { type PROJECT_STATUSES, type ProjectSummary, projectTitle } from '@atelier/domain/projects.ts';
import { useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import type { MetaDescriptor } from 'react-router';
import { failureMessage } from '../../../lib/api-error.ts';
import { useLastPage } from '../../../lib/use-last-page.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SkeletonList } from '../../../ui/skeleton.tsx';
import { countUnread } from '../../portal/feedback/count-unread.ts';
import { projectStatusLabels } from '../../portal/project-status.tsx';
import { DeleteProjectDialog } from '../../portal/projects/delete-project-dialog.tsx';
import type { AdminHandle } from '../admin-handle.ts';
import { ListToolbar } from '../list-toolbar.tsx';
import { useListAddress, useSearchText } from '../use-list-address.ts';
import { deleteFailure, useDeleteProject } from './delete-project.ts';
import { listProjects } from './list-projects.ts';
import { projectColumns } from './project-columns.tsx';

export const meta = (): MetaDescriptor[] => [{ title: `Projects · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

const labels = { all: 'All', ...projectStatusLabels };
const filter = {
  choices: ['all', 'submitted', 'draft', 'archived'],
  initial: 'submitted',
} as const satisfies {
  choices: readonly ('all' | (typeof PROJECT_STATUSES)[number])[];
  initial: string;
};
const filterChoices = filter.choices.map((value) => ({ value, label: labels[value] }));

/** Everybody's projects. */
export default function Projects() {
  const { address, change } = useListAddress(filter);
  const [text, setText] = useSearchText(address.q, (q, options) => change({ q }, options));
  const list = useQuery(listProjects(address));
  useLastPage(address.page, list.data?.pages, (page) => change({ page }, { replace: true }));
  const [leaving, setLeaving] = useState<ProjectSummary>();
  const removal = useDeleteProject();
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
      <PageHeader title="Projects" />
      <ListToolbar
        searchLabel="Search projects"
        placeholder="Search company, email, id…"
        text={text}
        onText={setText}
        choices={filterChoices}
        status={address.status}
        onStatus={(status) => change({ status })}
      />
      {list.isError && (
        <Alert
          tone="danger"
          action={
            <Button size="sm" onClick={() => list.refetch()}>
              Try again
            </Button>
          }
        >
          {failureMessage(list.error, 'Failed to load projects.')}
        </Alert>
      )}
      <section ref={region} tabIndex={-1} aria-label="Projects" className="grid grid-cols-1 gap-5">
        {list.isPending && <SkeletonList label="Loading projects…" rows={8} />}
        {list.data?.total === 0 && (
          <EmptyState icon={<FolderOpen aria-hidden="true" />} title="No projects.">
            {address.q ? 'Nothing fits this search and filter.' : 'None has this status at the moment.'}
          </EmptyState>
        )}
        {items.length > 0 && (
          <DataTable
            caption="Projects"
            columns={projectColumns(setLeaving, unread.data)}
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
        project={leaving && { id: leaving._id, title: projectTitle(leaving) }}
        removal={removal}
        failure={deleteFailure}
        onClose={() => setLeaving(undefined)}
        finalFocus={region}
      />
    </div>
  );
}
