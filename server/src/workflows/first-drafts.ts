import { planTerms } from '@atelier/content/milestone-plan.ts';
import {
  type SuggestedMilestone,
  suggestContractTotal,
  suggestMilestones,
} from '@atelier/domain/onboarding/suggestions.ts';
import type { ProjectRow } from '../core/projects/projects.table.ts';
import { parseBrief, parseEstimate } from '../core/projects/stored-brief.ts';
import type { MilestoneRow } from '../features/milestones/milestones.table.ts';

/** The milestones that a project begins with: drafts, for the studio to change and publish. */
export function suggestPlan(project: ProjectRow): SuggestedMilestone[] {
  const estimate = parseEstimate(project);
  return estimate
    ? suggestMilestones(parseBrief(project), estimate, project.submitted_at ?? project.updated_at, planTerms)
    : [];
}

/** The total that a contract begins with: a draft, for the studio to change and send. */
export function suggestTotal(project: ProjectRow): number | null {
  const estimate = parseEstimate(project);
  return estimate ? suggestContractTotal(estimate, parseBrief(project)) : null;
}

/** The plan as a contract names it: what the client sees of it, or the whole plan while they see nothing yet. */
export function contractPlan(milestones: readonly MilestoneRow[]): MilestoneRow[] {
  const planned = milestones.filter(({ status }) => status !== 'cancelled');
  const published = planned.filter((milestone) => milestone.published === 1);
  return published.length > 0 ? published : planned;
}
