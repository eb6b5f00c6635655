import type { ClientRole } from '@atelier/domain/people/rules.ts';
import { type ProjectStage, projectTitle } from '@atelier/domain/projects/rules.ts';
import type { Project, ProjectSummary } from '@atelier/domain/projects/schema.ts';
import type { ListedProject, ProjectRow } from './projects.table.ts';
import { parseBrief, parseEstimate, parseFinal } from './stored-brief.ts';

/** A whole project, for someone on its client's side with this role, or for the studio. */
export function presentProject(row: ProjectRow, stage: ProjectStage, clientRole: ClientRole | null): Project {
  return { ...presentStored(row), stage, clientRole };
}

/** A project as it is stored, for its client's own copy of everything. */
export function presentStored(row: ProjectRow): Omit<Project, 'stage' | 'clientRole'> {
  const data = parseBrief(row);
  return {
    ...presentState(row),
    revision: row.revision,
    data,
    // A submission stores one text in both columns: reading it takes longer than the rest.
    final: row.final === row.data ? data : parseFinal(row),
    estimate: parseEstimate(row),
  };
}

/** A project as a row of the studio's list. */
export function presentProjectSummary(row: ListedProject, stage: ProjectStage): ProjectSummary {
  const { features } = parseBrief(row);
  return {
    ...presentState(row),
    stage,
    company: row.company,
    domain: row.domain,
    featureCount: row.feature_count,
    data: { company: row.company, domain: row.domain, features },
  };
}

/** A project's client and status. */
function presentState(row: ListedProject) {
  return {
    _id: row.id,
    id: row.id,
    userId: row.user_id,
    email: row.email,
    title: projectTitle(row),
    status: row.status,
    step: row.step,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    submittedAt: row.submitted_at,
  };
}
