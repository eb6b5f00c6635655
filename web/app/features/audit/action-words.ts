import type { AdminAction } from '@atelier/domain/audit/schema.ts';
import { enquiryPath, type MadeAddress, studioProjectPath, userPath } from '@atelier/domain/pages.ts';
import { AUDITED_ITEMS } from '@atelier/domain/project-parts.ts';
import { shortId } from '@atelier/domain/text.ts';

/** The outcome of an action in words; undefined if it succeeded. */
export function outcomeWords(outcome: string): string | undefined {
  if (outcome === 'done') return undefined;
  if (outcome === 'unknown') return 'Unknown: the server stopped';
  return `Refused: ${outcome.replaceAll('_', ' ')}`;
}

/** The parameters of an action: "role admin · ids 3". Omits empty ones. */
export function detailWords(detail: AdminAction['detail']): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([name, value]) =>
        `${nameWords(name)} ${typeof value === 'string' ? value.replaceAll('_', ' ') : value}`,
    )
    .join(' · ');
}

/** `subscriptionStatus` is "subscription status"; the short name of a search is spelled out. */
function nameWords(name: string): string {
  if (name === 'q') return 'search';
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The part of a project that an action concerned: "milestone “Design”". A message has no title. */
export function itemWords({ kind, id, title }: NonNullable<AdminAction['item']>): string {
  return `${kind} ${title === null ? `#${shortId(id)}` : `“${title}”`}`;
}

/** The screen of the subject; undefined if it has none. */
export function subjectPath({
  action,
  subject,
  item,
}: Pick<AdminAction, 'action' | 'subject' | 'item'>): MadeAddress | undefined {
  if (!subject) return undefined;
  const path = action.slice(action.indexOf('/'));
  if (/\/admin\/users\//.test(path)) return userPath(subject.id);
  if (/\/(admin\/)?(projects|portal)\//.test(path)) {
    // A newer server may name a kind that this page is too old to know.
    const isKnown = item && Object.hasOwn(AUDITED_ITEMS, item.kind);
    return studioProjectPath(subject.id, isKnown ? AUDITED_ITEMS[item.kind].tab : undefined);
  }
  if (/\/contact\//.test(path)) return enquiryPath(subject.id);
  return undefined;
}
