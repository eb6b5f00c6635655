import { studio } from '@atelier/content/studio.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, SearchX } from 'lucide-react';
import { Link, type MetaDescriptor, useParams } from 'react-router';
import { failureMessage } from '../../../lib/api-error.ts';
import { mailLink } from '../../../lib/contact-links.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ProjectHeader } from '../../portal/project-header.tsx';
import { ProjectSkeleton } from '../../portal/project-skeleton.tsx';
import { ProjectTabs } from '../../portal/project-tabs.tsx';
import { isMissing } from '../../portal/projects/is-missing.ts';
import type { AdminHandle } from '../admin-handle.ts';
import { AdminsOnly, isForbidden } from '../admins-only.tsx';
import { getProject } from '../projects/get-project.ts';
import { ArchiveControl } from './archive-control.tsx';
import { studioTabs } from './studio-tabs.ts';

export const meta = (): MetaDescriptor[] => [{ title: `Project · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

/** One client's project as the studio sees it. */
export default function ProjectPortal() {
  const { id = '' } = useParams();
  const query = useQuery(getProject(id));
  // What was shown before counts no more once it is gone.
  const project = isMissing(query.error) || isForbidden(query.error) ? undefined : query.data;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Link
        to="/admin/projects"
        className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Projects
      </Link>
      {query.isPending && <ProjectSkeleton />}
      {query.isError && <Failure error={query.error} onRetry={() => query.refetch()} />}
      {project && (
        <article aria-labelledby="project-heading" className="grid grid-cols-1 gap-6">
          <ProjectHeader project={project} level={1}>
            <a href={mailLink(project.email)} className="underline decoration-edge underline-offset-4">
              {project.email}
            </a>
          </ProjectHeader>
          <ArchiveControl project={project} />
          <ProjectTabs project={project} tabs={studioTabs} />
        </article>
      )}
    </div>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isForbidden(error)) return <AdminsOnly />;
  if (isMissing(error)) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title="Not found."
        action={
          <ButtonLink to="/admin/projects" variant="secondary">
            All projects
          </ButtonLink>
        }
      >
        This project was deleted, or the link to it is incomplete.
      </EmptyState>
    );
  }
  return (
    <Alert
      tone="danger"
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {failureMessage(error, 'Failed to load project.')}
    </Alert>
  );
}
