import type { BriefRecord } from '@atelier/domain/onboarding/brief.ts';
import { projectTitle } from '@atelier/domain/projects/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';

/** The brief that counts: as it was submitted, or as it stands while it is a draft. */
export function briefOf(project: Pick<Project, 'data' | 'final'>): BriefRecord {
  return project.final ?? project.data;
}

/** What a project is called. */
export function projectName(project: Pick<Project, 'data' | 'final' | 'email'>): string {
  return projectTitle({ ...briefOf(project), email: briefOf(project).email || project.email });
}
