import { portalPath } from '@atelier/domain/pages.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { getPortalProject, useShownProject } from '../../features/projects/projects.queries.ts';
import { Link } from '../../lib/pages/links.ts';
import { useMediaQuery, WIDE_SCREEN } from '../../lib/use-media-query.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { clientTabs } from './client-tabs.tsx';
import { usePortalContext } from './portal-context.ts';
import { ProjectFailure, ProjectHeader, ProjectSkeleton, ProjectTabs } from './project-frame.tsx';

/** One project as its client sees it. */
export default function ProjectScreen() {
  const { projectId = '' } = useParams();
  const { projects, page } = usePortalContext();
  const listed = projects.find((project) => project._id === projectId);
  const query = useQuery(getPortalProject(projectId, listed));
  const { project, isDeleted } = useShownProject(projectId, query);
  const heading = useKeyboardOnPhones(project?._id);
  // In one line with the project's name, so that a phone's first screen belongs to the project.
  const back = (
    <Link
      to={portalPath({ page })}
      className="-my-px -ml-3 grid size-11 shrink-0 place-items-center rounded-full hover:bg-neutral-soft lg:hidden print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      <span className="sr-only">All projects</span>
    </Link>
  );
  return (
    <div className="grid grid-cols-1 gap-5 max-sm:-mt-3">
      {!project && back}
      {query.isPending && <ProjectSkeleton />}
      {(isDeleted || query.isError) && (
        <ProjectFailure
          error={query.error}
          isDeleted={isDeleted}
          level={2}
          back={{ to: portalPath(), label: 'Your projects' }}
          hint="This project was deleted, or it belongs to a different account than the one you’re signed in with."
          deletedHint="It was deleted just now, with everything in it. If that surprises you, write to me."
          onRetry={() => query.refetch()}
        />
      )}
      {project && (
        <article className="grid grid-cols-1 gap-1 sm:gap-6" aria-labelledby="project-heading">
          <div className="flex items-start gap-1">
            {back}
            <ProjectHeader project={project} headingRef={heading} isCompact />
          </div>
          {project.status === 'draft' && (
            <Alert tone="info" title="This one is still a draft.">
              <Link to="/start">Continue</Link>, and submit it when it’s ready.
            </Alert>
          )}
          {project.status === 'archived' && (
            <Alert tone="info" title="This project is archived.">
              You can still read everything in it. To pick it up again, write to me.
            </Alert>
          )}
          <ProjectTabs project={project} tabs={clientTabs} />
        </article>
      )}
    </div>
  );
}

/** Focuses the project's name on phones, where the project replaces the list. */
function useKeyboardOnPhones(shownId: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isWide = useMediaQuery(WIDE_SCREEN);
  useEffect(() => {
    if (shownId && !isWide) heading.current?.focus({ preventScroll: true });
  }, [shownId, isWide]);
  return heading;
}
