import {
  type Brief,
  type BriefDraft,
  type BriefRecord,
  emptyBrief,
} from '@atelier/domain/onboarding/brief.ts';
import type { Estimate } from '@atelier/domain/onboarding/estimate.ts';
import { briefRecordSchema, estimateSchema } from '@atelier/domain/onboarding/schema.ts';
import { projectKind, projectName, projectTitle } from '@atelier/domain/projects/rules.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { searchText } from '../lists/search.repository.ts';
import type { ProjectRow } from './projects.table.ts';

/** The columns that store a brief: all of it as JSON, and parts of it for lists and searches. */
export function storeBrief(
  project: Pick<ProjectRow, 'id' | 'email' | 'title'>,
  draft: BriefDraft,
  estimate: Estimate,
): Pick<ProjectRow, 'data' | 'estimate' | 'company' | 'domain' | 'feature_count' | 'kind' | 'search_text'> {
  const brief = completeBrief(draft);
  const kind = projectKind(brief.features);
  return {
    data: JSON.stringify(draft),
    estimate: JSON.stringify(estimate),
    company: brief.company,
    domain: brief.domain,
    feature_count: brief.features.length,
    kind,
    search_text: projectSearchText({ ...project, kind }, brief),
  };
}

/**
 * The searchable text of a project (specification section 2: company, email, id), and its title. The company comes
 * first: lists are sorted by it.
 */
export function projectSearchText(
  project: Pick<ProjectRow, 'id' | 'email' | 'kind' | 'title'>,
  brief: Pick<BriefRecord, 'company' | 'email'>,
): string {
  return searchText(brief.company, project.email, brief.email, project.id, projectTitle(project));
}

/** Made once: zod compiles each schema on its first use, which costs more than many reads. */
const storedBriefSchema = briefRecordSchema.partial();

/**
 * Every part of the brief ever sent. Only shapes are checked: an old brief may contain options no longer
 * offered, and exceed today's limits.
 */
export function parseDraft({ id, data }: Pick<ProjectRow, 'id' | 'data'>): BriefDraft {
  const place = { column: 'projects.data', id };
  return parseStoredJson(storedBriefSchema, data, place) as BriefDraft;
}

/** The brief, with defaults for questions never answered or newer than the record. */
export function completeBrief(draft: BriefDraft): Brief {
  return { ...UNTOUCHED, ...draft };
}

const UNTOUCHED = emptyBrief();
// Briefs share its lists.
for (const answer of Object.values(UNTOUCHED)) Object.freeze(answer);

/** A row's whole brief. */
export function parseBrief(row: Pick<ProjectRow, 'id' | 'data'>): Brief {
  return completeBrief(parseDraft(row));
}

/** A project's name, with whom the brief names where there is no company. */
export function nameProject(row: ProjectRow): string {
  const { company, contact } = parseBrief(row);
  return projectName({ ...row, company, contact });
}

/** The submitted brief; null before. */
export function parseFinal({ id, final }: Pick<ProjectRow, 'id' | 'final'>): Brief | null {
  if (final === null) return null;
  const place = { column: 'projects.final', id };
  return completeBrief(parseStoredJson(storedBriefSchema, final, place) as BriefDraft);
}

export function parseEstimate({ id, estimate }: Pick<ProjectRow, 'id' | 'estimate'>): Estimate | null {
  if (estimate === null) return null;
  return parseStoredJson(estimateSchema, estimate, { column: 'projects.estimate', id });
}
