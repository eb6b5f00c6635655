import type { AdminAction } from '@atelier/domain/audit/schema.ts';
import { factWords } from '@atelier/domain/audit/sentence.ts';
import { type MadeAddress, studioProjectPath, subjectPath } from '@atelier/domain/pages.ts';
import { AUDITED_ITEMS } from '@atelier/domain/project-parts.ts';

/** Why an action wasn't done, in a word and a sentence; undefined if it was. */
export function outcomeWords({
  outcome,
  refusal,
}: Pick<AdminAction, 'outcome' | 'refusal'>): { label: string; reason: string } | undefined {
  if (outcome === 'done') return undefined;
  if (outcome === 'unknown') return { label: 'Unknown', reason: 'The server stopped before it ended.' };
  return { label: 'Refused', reason: refusal ?? `Because of: ${outcome.replaceAll('_', ' ')}.` };
}

/** The facts that the sentence doesn't say: "role admin · due 2026-03-02". Omits empty ones. */
export function detailWords(detail: AdminAction['detail']): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${nameWords(name)} ${factWords(name, value)}`)
    .join(' · ');
}

/** `subscriptionStatus` is "subscription status"; the short name of a search is spelled out. */
function nameWords(name: string): string {
  if (name === 'q') return 'search';
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

type Named = Pick<AdminAction, 'action' | 'subject' | 'item' | 'outcome'>;

/** Where a part of the sentence leads; undefined for what no screen shows, or not any more. */
export function partPath(
  names: AdminAction['parts'][number]['names'],
  { action, subject, item, outcome }: Named,
): MadeAddress | undefined {
  if (!names || !subject?.kind) return undefined;
  // A newer server may name a kind that this page is too old to know.
  if (names === 'item' && item && Object.hasOwn(AUDITED_ITEMS, item.kind)) {
    return studioProjectPath(subject.id, AUDITED_ITEMS[item.kind].tab);
  }
  return outcome === 'done' && DELETED_SUBJECTS.has(action)
    ? undefined
    : subjectPath({ ...subject, kind: subject.kind });
}

/** The actions after which their subject is gone. */
const DELETED_SUBJECTS = new Set(['DELETE /admin/projects/:id', 'DELETE /portal/:id']);
