import { shortId } from '@atelier/domain/ids.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import type { ReactNode, RefObject } from 'react';
import { projectName } from '../../features/projects/brief-of.ts';
import { ProjectStatusBadge } from '../../features/projects/project-status.tsx';
import { formatDateTime } from '../../lib/format.ts';

/** The top of a project: what it is called, how it stands, and since when. */
export function ProjectHeader({
  project,
  level = 2,
  headingRef,
  children,
}: {
  project: Project;
  /** 1 where the project is the screen, 2 where it stands beside a list. */
  level?: 1 | 2;
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** More facts about it, in its second line. */
  children?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <header className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Heading
          id="project-heading"
          ref={headingRef}
          tabIndex={-1}
          className="min-w-0 text-2xl wrap-anywhere"
        >
          {projectName(project)}
        </Heading>
        <ProjectStatusBadge status={project.status} />
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm wrap-anywhere text-ink-soft">
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
