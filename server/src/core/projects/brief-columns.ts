import type { Estimate } from '@atelier/domain/onboarding/estimate.ts';
import {
  type Brief,
  type BriefDraft,
  type BriefRecord,
  emptyBrief,
} from '@atelier/domain/onboarding/schema.ts';
import { searchText } from '../lists/search-text.ts';
import type { ProjectRow } from './projects.table.ts';

/** A brief as its columns hold it: whole as JSON, and in parts for lists and searches. */
export function briefColumns(
  project: { id: string; email: string },
  draft: BriefDraft,
  estimate: Estimate,
): Pick<ProjectRow, 'data' | 'estimate' | 'company' | 'domain' | 'feature_count' | 'search_text'> {
  const brief = completeBrief(draft);
  return {
    data: JSON.stringify(draft),
    estimate: JSON.stringify(estimate),
    company: brief.company,
    domain: brief.domain,
    feature_count: brief.features.length,
    search_text: projectSearchText(project, brief),
  };
}

/** What a project is found by (specification section 2: company, email, id). */
export function projectSearchText(
  project: { id: string; email: string },
  brief: Pick<BriefRecord, 'company' | 'email'>,
): string {
  return searchText(brief.company, project.email, brief.email, project.id);
}

/** The parts of a brief that were ever sent. */
export function parseDraft(row: Pick<ProjectRow, 'data'>): BriefDraft {
  return JSON.parse(row.data) as BriefDraft;
}

/** The brief with what was never sent as in an untouched one. */
export function completeBrief(draft: BriefDraft): Brief {
  return { ...emptyBrief(), ...draft };
}

/** The whole brief of a row. */
export function parseBrief(row: Pick<ProjectRow, 'data'>): Brief {
  return completeBrief(parseDraft(row));
}

/** The brief as it was submitted, null before. */
export function parseFinal(row: Pick<ProjectRow, 'final'>): Brief | null {
  return row.final === null ? null : completeBrief(JSON.parse(row.final) as Brief);
}

export function parseEstimate(row: Pick<ProjectRow, 'estimate'>): Estimate | null {
  return row.estimate === null ? null : (JSON.parse(row.estimate) as Estimate);
}
