import {
  type Brief,
  type BriefDraft,
  type BriefRecord,
  emptyBrief,
} from '@atelier/domain/onboarding/brief.ts';
import type { Estimate } from '@atelier/domain/onboarding/estimate.ts';
import { briefRecordSchema, estimateSchema } from '@atelier/domain/onboarding/schema.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { searchText } from '../lists/search.repository.ts';
import type { ProjectRow } from './projects.table.ts';

/** What a row stores of a brief: all of it as JSON, and parts of it for lists and searches. */
export function storeBrief(
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

/**
 * The parts of a brief that were ever sent. Shapes alone are checked: an old brief may name a feature or an
 * answer that can no longer be chosen, and may be longer than today's limits.
 */
export function parseDraft({ id, data }: Pick<ProjectRow, 'id' | 'data'>): BriefDraft {
  const place = { column: 'projects.data', id };
  return parseStoredJson(briefRecordSchema.partial(), data, place) as BriefDraft;
}

/** The brief with what was never sent, or not asked yet when it was, as in an untouched one. */
export function completeBrief(draft: BriefDraft): Brief {
  return { ...emptyBrief(), ...draft };
}

/** The whole brief of a row. */
export function parseBrief(row: Pick<ProjectRow, 'id' | 'data'>): Brief {
  return completeBrief(parseDraft(row));
}

/** The brief as it was submitted, null before. */
export function parseFinal({ id, final }: Pick<ProjectRow, 'id' | 'final'>): Brief | null {
  if (final === null) return null;
  const place = { column: 'projects.final', id };
  return completeBrief(parseStoredJson(briefRecordSchema.partial(), final, place) as BriefDraft);
}

export function parseEstimate({ id, estimate }: Pick<ProjectRow, 'id' | 'estimate'>): Estimate | null {
  if (estimate === null) return null;
  return parseStoredJson(estimateSchema, estimate, { column: 'projects.estimate', id });
}
