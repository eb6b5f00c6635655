import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { failureMessage } from '../../lib/api-error.ts';
import { useMediaQuery, WIDE_SCREEN } from '../../lib/use-media-query.ts';
import { Alert } from '../../ui/alert.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { clientTabs } from './client-tabs.ts';
import { usePortalContext } from './portal-context.ts';
import { portalPath } from './portal-paths.ts';
import { ProjectHeader } from './project-header.tsx';
import { ProjectSkeleton } from './project-skeleton.tsx';
import { ProjectTabs } from './project-tabs.tsx';
import { getPortalProject } from './projects/get-portal-project.ts';
import { isMissing } from './projects/is-missing.ts';

/** One project as its client sees it. */
export default function ProjectScreen() {
  const { projectId = '' } = useParams();
  const { projects, page } = usePortalContext();
  const listed = projects.find((project) => project._id === projectId);
  const query = useQuery(getPortalProject(projectId, listed));
  // What was shown before counts no more once it is gone.
  const project = isMissing(query.error) ? undefined : query.data;
  const heading = useKeyboardOnPhones(project?._id);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Link
        to={portalPath({ page })}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium lg:hidden print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        All projects
      </Link>
      {query.isPending && <ProjectSkeleton />}
      {query.isError && <ProjectFailure error={query.error} onRetry={() => query.refetch()} />}
      {project && (
        <article className="grid grid-cols-1 gap-6" aria-labelledby="project-heading">
          <ProjectHeader project={project} headingRef={heading} />
          {project.status === 'draft' && (
            <Alert tone="info" title="This one is still a draft.">
              <Link to="/start">Go on with it</Link> and submit it when it is ready.
            </Alert>
          )}
          {project.status === 'archived' && (
            <Alert tone="info" title="This project is archived.">
              Everything in it can be read. To go on with it, write to us.
            </Alert>
          )}
          <ProjectTabs project={project} tabs={clientTabs} />
        </article>
      )}
    </div>
  );
}

/** Where the project takes the list's place, the keyboard goes to its name; beside the list it stays there. */
function useKeyboardOnPhones(shownId: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isWide = useMediaQuery(WIDE_SCREEN);
  useEffect(() => {
    if (shownId && !isWide) heading.current?.focus({ preventScroll: true });
  }, [shownId, isWide]);
  return heading;
}

function ProjectFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isMissing(error)) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title="Not found."
        action={
          <ButtonLink to={portalPath()} variant="secondary">
            Your projects
          </ButtonLink>
        }
      >
        This project was deleted, or it belongs to another account than the one you are signed in with.
      </EmptyState>
    );
  }
  return <LoadFailure onRetry={onRetry}>{failureMessage(error, 'Failed to load project.')}</LoadFailure>;
}
