import type { BriefRecord } from '@atelier/domain/onboarding/brief.ts';
import {
  type ProjectStage,
  type ProjectStatus,
  projectStageLabels,
  projectTitle,
} from '@atelier/domain/projects/rules.ts';
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

const stageTones: Record<ProjectStage, Tone> = {
  draft: 'warning',
  proposal: 'neutral',
  contract: 'accent',
  reserved: 'info',
  work: 'info',
  review: 'accent',
  live: 'success',
  care: 'success',
};

/** How far a project has come, as a badge; nothing for a draft, whose status says so. */
export function ProjectStageBadge({ project }: { project: Pick<Project, 'status' | 'stage'> }) {
  if (project.status === 'draft') return null;
  return <Badge tone={stageTones[project.stage]}>{projectStageLabels[project.stage]}</Badge>;
}

/** A project's status as a badge. */
export function ProjectStatusBadge({ status }: { status: ProjectStatus }) {
  return <Badge tone={tones[status]}>{projectStatusLabels[status]}</Badge>;
}
