import type { MadeAddress, PagePath } from '@atelier/domain/pages.ts';
import type { Path } from 'react-router';

/** What a guard leaves in the history entry of the page it sends people to. */
export interface GuardState {
  /** The requested page: path, query and hash. */
  from: string;
  /** Why they are sent there, where it is not plain: the session they had is over, or their account is disabled. */
  loginNotice?: 'session-ended' | 'account-disabled';
  /** They have to set up a second factor to go on. */
  isSetUpRequired?: true;
}

/** A placeholder for this site's origin; nothing calls it. */
const SITE = 'http://this-site.invalid';

/**
 * An address of this site as the browser will read it: path, query and hash. Undefined for one that
 * leads to another site. Browsers drop tabs and line breaks and read a backslash as a slash, so the
 * parser decides, not the text.
 */
function ownPath(address: unknown): MadeAddress | undefined {
  if (typeof address !== 'string' || !address.startsWith('/') || !URL.canParse(address, SITE))
    return undefined;
  const url = new URL(address, SITE);
  if (url.origin !== SITE) return undefined;
  const path = url.pathname + url.search + url.hash;
  // `/.//evil.example` has a path that names another site when it stands alone.
  return path.startsWith('//') ? undefined : (path as MadeAddress);
}

/** The page that was requested before signing in (`useLocation().state`), or `fallback`. Never leaves the site. */
export function returnPath<Fallback extends PagePath | ''>(
  state: unknown,
  fallback: Fallback,
): MadeAddress | Fallback {
  const from: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'from') : undefined;
  return ownPath(from) ?? fallback;
}

/** The full location of a page, for a guard to pass on. */
export const wholePath = ({ pathname, search, hash }: Path): string => pathname + search + hash;

/** Whether a guard sent an admin here to set up a second factor, which the studio's screens require. */
export function isSentToSetUp(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'isSetUpRequired') === true;
}
