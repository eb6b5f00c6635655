import { createHash } from 'node:crypto';
import { contractWords } from '@atelier/content/contract-terms.ts';
import { type PlanMilestone, suggestTerms } from '@atelier/domain/contracts/suggested-terms.ts';
import {
  type ComparedVersion,
  type ContractTerms,
  compareVersions,
  contractTotal,
  type TermChange,
} from '@atelier/domain/contracts/terms.ts';
import { contractTermsSchema } from '@atelier/domain/contracts/terms-schema.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import type { ContractRow, ContractVersionRow } from './contracts.table.ts';

/** The terms of a sent version; null in one of a time before contracts had them. */
export function versionTerms({ id, terms }: Pick<ContractVersionRow, 'id' | 'terms'>): ContractTerms | null {
  return terms === null
    ? null
    : parseStoredJson(contractTermsSchema, terms, { column: 'contract_versions.terms', id });
}

/** The terms of a draft; the usual ones for a draft that nobody has written yet. */
export function draftTerms(
  { project_id: id, draft_terms }: Pick<ContractRow, 'project_id' | 'draft_terms'>,
  milestones: readonly PlanMilestone[],
): ContractTerms {
  return draft_terms === null
    ? suggestTerms({ lines: [], milestones, words: contractWords, newId: idsFrom(id) })
    : parseStoredJson(contractTermsSchema, draft_terms, { column: 'contracts.draft_terms', id });
}

/** What an unchanged draft's terms become when another total is saved without them. */
export function termsWithTotal(terms: ContractTerms, total: number | null): ContractTerms {
  return contractTotal(total, terms.lines) === total ? terms : { ...terms, lines: [] };
}

/** What a version says that is compared with another. */
export function comparedVersion(version: ContractVersionRow): ComparedVersion {
  return {
    total: version.total,
    document: documentName(version),
    isMade: version.source === 'made',
    terms: versionTerms(version),
  };
}

/** What differs between the version that was sent last and a draft; nothing before the first. */
export function changesSince(
  last: ContractVersionRow | undefined,
  draft: ContractRow,
  { terms, upload }: { terms: ContractTerms; upload: { name: string; sha256: string } | undefined },
): TermChange[] {
  if (!last) return [];
  const { draft_source: source, draft_link: link } = draft;
  const sha256 = source === 'upload' ? (upload?.sha256 ?? '') : '';
  return compareVersions(comparedVersion(last), {
    total: draft.draft_total,
    document: documentName({ source, link, sha256 }),
    isMade: source === 'made',
    terms,
  });
}

function documentName({
  source,
  link,
  sha256,
}: Pick<ContractVersionRow, 'source' | 'link' | 'sha256'>): string {
  if (source === 'made') return 'made from the brief';
  return source === 'link' ? `the link ${link ?? ''}` : `an uploaded PDF (SHA-256 ${sha256.slice(0, 12)}…)`;
}

/** Ids that are the same at each reading, for terms that aren't stored. */
function idsFrom(seed: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    const hex = createHash('sha256').update(`${seed} ${count}`).digest('hex');
    // Version 8 of a UUID: made as its maker likes.
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `8${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join('-');
  };
}
