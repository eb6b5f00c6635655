import type { BriefRecord } from '@atelier/domain/onboarding/brief.ts';
import { type ProjectStatus, projectTitle } from '@atelier/domain/projects/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/feedback/alert.tsx';

/** The brief as submitted, or as it is while a draft. */
export function briefOf(project: Pick<Project, 'data' | 'final'>): BriefRecord {
  return project.final ?? project.data;
}

export function projectName(project: Pick<Project, 'data' | 'final' | 'email'>): string {
  return projectTitle({ ...briefOf(project), email: briefOf(project).email || project.email });
}

export const projectStatusLabels: Record<ProjectStatus, string> = {
  draft: 'Draft',
  submitted: 'Submitted',
  archived: 'Archived',
};
const tones: Record<ProjectStatus, Tone> = { draft: 'warning', submitted: 'success', archived: 'neutral' };

/** A project's status as a badge. */
export function ProjectStatusBadge({ status }: { status: ProjectStatus }) {
  return <Badge tone={tones[status]}>{projectStatusLabels[status]}</Badge>;
}
