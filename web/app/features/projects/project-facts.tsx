import type { BriefRecord } from '@atelier/domain/onboarding/brief.ts';
import {
  projectName as nameOf,
  type ProjectStage,
  type ProjectStatus,
  projectCompany,
  projectStageLabels,
} from '@atelier/domain/projects/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/feedback/alert.tsx';

/** The brief as submitted, or as it is while a draft. */
export function briefOf(project: Pick<Project, 'data' | 'final'>): BriefRecord {
  return project.final ?? project.data;
}

/** Whose project it is, as its brief says. */
function clientOf(project: Pick<Project, 'data' | 'final' | 'email'>) {
  const { company, contact, email } = briefOf(project);
  return { company, contact, email: email || project.email };
}

export function companyOf(project: Pick<Project, 'data' | 'final' | 'email'>): string {
  return projectCompany(clientOf(project));
}

/** Company and title. */
export function projectName(project: Pick<Project, 'data' | 'final' | 'email' | 'title'>): string {
  return nameOf({ ...clientOf(project), title: project.title });
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
export function ProjectStatusBadge({ status, size }: { status: ProjectStatus; size?: 'sm' | 'md' }) {
  return (
    <Badge tone={tones[status]} {...(size && { size })}>
      {projectStatusLabels[status]}
    </Badge>
  );
}
