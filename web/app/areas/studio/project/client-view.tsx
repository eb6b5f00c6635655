import { studio } from '@atelier/content/studio.ts';
import { studioProjectPath } from '@atelier/domain/pages.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Eye } from 'lucide-react';
import { type MetaDescriptor, useLocation, useParams } from 'react-router';
import { getPortalProject } from '../../../features/projects/projects.queries.ts';
import type { AdminHandle } from '../../../lib/pages/page-routes.ts';
import { ClientViewContext } from '../../../lib/pages/project-view.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { clientTabs } from '../../portal/client-tabs.tsx';
import { ProjectHeader, ProjectTabs } from '../../portal/project-frame.tsx';
import { useStudioProject } from './use-studio-project.tsx';

export const meta = (): MetaDescriptor[] => [{ title: `As the client sees it · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

/** A project as its client sees it, for the studio to look at: nothing in it can be done, and nothing counts as read. */
export default function ClientView() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  const query = useQuery(getPortalProject(id));
  const { project, placeholder } = useStudioProject(id, query);
  return (
    <div className="grid grid-cols-1 gap-6">
      {/* Whose project it is decides how long the sentence is. */}
      {!query.isPending && (
        <section
          aria-label="View as client"
          className="z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-accent-soft p-4 text-on-accent-soft lg:sticky lg:top-20 print:hidden"
        >
          <p className="flex min-w-60 flex-1 items-center gap-3">
            <Eye aria-hidden="true" className="size-5 shrink-0" />
            <span className="wrap-anywhere">
              You’re seeing this project as <strong>{project?.email ?? 'the client'}</strong> sees it. Nothing
              you press here changes anything.
            </span>
          </p>
          <ButtonLink to={{ pathname: studioProjectPath(id), search }} size="sm" variant="primary">
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to your view
          </ButtonLink>
        </section>
      )}
      {placeholder}
      {project && (
        <ClientViewContext value={true}>
          <article
            aria-labelledby="project-heading"
            className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-6"
          >
            <ProjectHeader project={project} level={1} />
            <ProjectTabs project={project} tabs={clientTabs} />
          </article>
        </ClientViewContext>
      )}
    </div>
  );
}
