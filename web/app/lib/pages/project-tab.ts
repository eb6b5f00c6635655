import type { ProjectTabName } from '@atelier/domain/project-parts.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import type { ComponentType } from 'react';

/** One view of a project, as its noun provides it for a side. */
export interface ProjectTab {
  label: string;
  Content: ComponentType<{ project: Project }>;
  /** A count after the name, such as of unread messages. */
  Mark?: ComponentType<{ project: Project }>;
}

/** All views of a project on one side. */
export type ProjectTabList = Record<ProjectTabName, ProjectTab>;
