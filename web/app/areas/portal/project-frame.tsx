import type { PageAddress } from '@atelier/domain/pages.ts';
import { PROJECT_TABS } from '@atelier/domain/project-parts.ts';
import { TABS_ANCHOR } from '@atelier/domain/projects/places.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { shortId } from '@atelier/domain/text.ts';
import { clsx } from 'clsx';
import { SearchX, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ProjectStageBadge, ProjectStatusBadge } from '../../features/projects/project-facts.tsx';
import { ProjectHeading } from '../../features/projects/project-heading.tsx';
import { formatDateTime } from '../../lib/format.ts';
import type { ProjectTabList } from '../../lib/pages/project-view.ts';
import { useAnchorFocus } from '../../lib/pages/use-anchor-focus.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { isMissing, LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { EmptyState, Replacement, Skeleton } from '../../ui/feedback/placeholders.tsx';
import { Tabs } from '../../ui/tabs.tsx';

/** The top of a project: its name, status and date. */
export function ProjectHeader({
  project,
  level = 2,
  isCompact = false,
  headingRef,
  children,
}: {
  project: Project;
  /** 1 if the project is the whole screen, 2 beside a list. */
  level?: 1 | 2;
  /** On phones only its name, on one line, and its badges: the list has the rest. */
  isCompact?: boolean;
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** More facts, in the second line. */
  children?: ReactNode;
}) {
  return (
    <header className={clsx('grid min-w-0 grid-cols-1', isCompact ? 'gap-1 sm:gap-2' : 'gap-2')}>
      <div className={clsx('flex flex-wrap items-center gap-x-4', isCompact ? 'gap-y-0.5' : 'gap-y-2')}>
        <ProjectHeading
          key={project._id}
          project={project}
          level={level}
          isCompact={isCompact}
          headingRef={headingRef}
        />
        <span className="flex flex-wrap gap-2">
          <ProjectStageBadge project={project} />
          <ProjectStatusBadge status={project.status} />
        </span>
      </div>
      <p
        className={clsx(
          'flex flex-wrap gap-x-4 gap-y-1 text-sm wrap-anywhere text-ink-soft',
          isCompact && 'max-sm:hidden',
        )}
      >
        {children}
        <span className="font-mono text-xs leading-6">#{shortId(project._id)}</span>
        {project.submittedAt ? (
          <span>Submitted {formatDateTime(project.submittedAt)}</span>
        ) : (
          <span>Last changed {formatDateTime(project.updatedAt)}</span>
        )}
      </p>
    </header>
  );
}

/** A project's views, in the order of `PROJECT_TABS`. The open one is in the address (`?tab=`). */
export function ProjectTabs({ project, tabs }: { project: Project; tabs: ProjectTabList }) {
  const [params, setParams] = useSearchParams();
  const [first] = PROJECT_TABS;
  const current = PROJECT_TABS.find((name) => name === params.get('tab')) ?? first;
  const open = (value: string) => {
    // The address is ahead of the screen while a view is loading.
    const next = new URLSearchParams(window.location.search);
    if ((next.get('tab') ?? first) === value) return;
    if (value === first) next.delete('tab');
    else next.set('tab', value);
    setParams(next);
  };
  const view = useRef<HTMLDivElement>(null);
  useAnchorFocus(TABS_ANCHOR, view);
  return (
    <div ref={view} id={TABS_ANCHOR} tabIndex={-1} className="min-w-0 outline-none">
      <Tabs
        label="Project"
        value={current}
        onChange={open}
        items={PROJECT_TABS.map((value) => {
          const { label, Content, Mark } = tabs[value];
          return {
            value,
            label,
            mark: Mark && <Mark project={project} />,
            content: <Content project={project} />,
          };
        })}
      />
    </div>
  );
}

export function ProjectSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-6">
      <span className="sr-only">Loading the project…</span>
      <div className="grid grid-cols-1 gap-3">
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
      </div>
      <Skeleton className="h-36 w-full rounded-lg" />
      <Skeleton className="h-80 w-full rounded-lg" />
    </div>
  );
}

/** Why a project is not shown, and where to go from there. */
export function ProjectFailure({
  error,
  isDeleted,
  hint,
  deletedHint,
  back,
  level,
  onRetry,
}: {
  error: unknown;
  /** It was on this page a moment ago, and was deleted. */
  isDeleted: boolean;
  /** Possible reasons for a missing project. */
  hint: ReactNode;
  /** What to know of a project that was deleted while it was open. */
  deletedHint: ReactNode;
  back: { to: PageAddress; label: string };
  level: 1 | 2;
  onRetry: () => void;
}) {
  const link = (
    <ButtonLink to={back.to} variant="secondary">
      {back.label}
    </ButtonLink>
  );
  if (isDeleted) {
    return (
      <Replacement>
        <div role="alert">
          <EmptyState
            icon={<Trash2 aria-hidden="true" />}
            title="This project was deleted."
            level={level}
            action={link}
          >
            {deletedHint}
          </EmptyState>
        </div>
      </Replacement>
    );
  }
  if (isMissing(error)) {
    return (
      <EmptyState icon={<SearchX aria-hidden="true" />} title="Not found." level={level} action={link}>
        {hint}
      </EmptyState>
    );
  }
  return <LoadFailure error={error} fallback="Failed to load project." onRetry={onRetry} />;
}
