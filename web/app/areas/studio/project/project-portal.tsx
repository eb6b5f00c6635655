import { studio } from '@atelier/content/studio.ts';
import { clientViewPath } from '@atelier/domain/pages.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Eye } from 'lucide-react';
import { type MetaDescriptor, useLocation, useParams } from 'react-router';
import { useShownProject } from '../../../features/projects/gone-projects.ts';
import { getProject } from '../../../features/projects/studio/get-project.ts';
import type { AdminHandle } from '../../../lib/admin-handle.ts';
import { mailLink } from '../../../lib/contact-links.ts';
import { Link } from '../../../lib/links.ts';
import { isForbidden } from '../../../ui/admins-only.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { ProjectHeader } from '../../portal/project-header.tsx';
import { ProjectSkeleton } from '../../portal/project-skeleton.tsx';
import { ProjectTabs } from '../../portal/project-tabs.tsx';
import { listPlace } from '../projects/list-place.ts';
import { ArchiveControl, ArchivedNote } from './archive-control.tsx';
import { PortalFailure } from './portal-failure.tsx';
import { studioTabs } from './studio-tabs.tsx';

export const meta = (): MetaDescriptor[] => [{ title: `Project · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

/** One client's project as the studio sees it. */
export default function ProjectPortal() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  const query = useQuery(getProject(id));
  const { project: found, isGone } = useShownProject(id, query);
  const project = isForbidden(query.error) ? undefined : found;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Link
        to={listPlace()}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Projects
      </Link>
      {query.isPending && <ProjectSkeleton />}
      {(isGone || query.isError) && (
        <PortalFailure error={query.error} isGone={isGone} onRetry={() => query.refetch()} />
      )}
      {project && (
        <article aria-labelledby="project-heading" className="grid grid-cols-1 gap-6">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <ProjectHeader project={project} level={1}>
              <a href={mailLink(project.email)} className="underline decoration-edge underline-offset-4">
                {project.email}
              </a>
            </ProjectHeader>
            {project.status !== 'draft' && (
              <div className="flex flex-wrap gap-3 print:hidden">
                <ButtonLink to={{ pathname: clientViewPath(id), search }} size="sm" variant="secondary">
                  <Eye aria-hidden="true" className="size-4" />
                  View as client
                </ButtonLink>
                {project.status === 'submitted' && <ArchiveControl project={project} />}
              </div>
            )}
          </div>
          {project.status === 'archived' && <ArchivedNote project={project} />}
          <ProjectTabs key={project._id} project={project} tabs={studioTabs} />
        </article>
      )}
    </div>
  );
}
