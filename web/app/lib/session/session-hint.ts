import { keepText, readText } from '../storage/local-store.ts';
import { SESSION_HINT_KEY } from '../storage/storage-keys.ts';

/*
 * What this browser last knew of its person, so that the next page is right from its first paint: kept in local
 * storage, written onto <html data-hint> by the script in the head, and read by CSS alone (`When` in ui/). A wrong
 * hint shows a link too many for a moment; it opens nothing.
 */
export interface SessionHint {
  isSignedIn: boolean;
  /** At least one submitted project. */
  hasProjects: boolean;
  isAdmin: boolean;
}

export const NOBODY: SessionHint = { isSignedIn: false, hasProjects: false, isAdmin: false };

/** What is remembered of the last visit. */
export function readSessionHint(): SessionHint {
  const words = (readText(SESSION_HINT_KEY) ?? '').split(' ');
  return {
    isSignedIn: words.includes('signed-in'),
    hasProjects: words.includes('projects'),
    isAdmin: words.includes('admin'),
  };
}

/** Remembers and shows at once. */
export function writeSessionHint({ isSignedIn, hasProjects, isAdmin }: SessionHint): void {
  const words = [isSignedIn && 'signed-in', hasProjects && 'projects', isAdmin && 'admin']
    .filter(Boolean)
    .join(' ');
  document.documentElement.dataset.hint = words;
  keepText(SESSION_HINT_KEY, words === '' ? undefined : words);
}
