import { keepText, readText } from './local-store.ts';
import { HINT_KEY } from './storage-keys.ts';

/*
 * What this browser last knew of its person, so that the next page is right from its first paint: kept in local
 * storage, written onto <html data-hint> by the script in the head, and read by CSS alone (`When` in ui/). A wrong
 * hint shows a link too many for a moment; it opens nothing.
 */
export interface Hint {
  isSignedIn: boolean;
  /** At least one submitted project. */
  hasProjects: boolean;
  isAdmin: boolean;
}

export const NOBODY: Hint = { isSignedIn: false, hasProjects: false, isAdmin: false };

/** What is remembered of the last visit. */
export function readHint(): Hint {
  const words = (readText(HINT_KEY) ?? '').split(' ');
  return {
    isSignedIn: words.includes('signed-in'),
    hasProjects: words.includes('projects'),
    isAdmin: words.includes('admin'),
  };
}

/** Remembers and shows at once. */
export function writeHint({ isSignedIn, hasProjects, isAdmin }: Hint): void {
  const words = [isSignedIn && 'signed-in', hasProjects && 'projects', isAdmin && 'admin']
    .filter(Boolean)
    .join(' ');
  document.documentElement.dataset.hint = words;
  keepText(HINT_KEY, words === '' ? undefined : words);
}
