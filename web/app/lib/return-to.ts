/** What a guard leaves in the history entry of the page it sends people to. */
export interface GuardState {
  /** Path with query of the page that was asked for. */
  from: string;
  /** Why they are sent there, where it is not plain: the session they had is over, or their account was closed. */
  arrival?: 'session-ended' | 'account-closed';
  /** They have to set up a second factor to go on. */
  isSetUpRequired?: true;
}

/** Whether an address stays on this site: a path, and not one that a browser reads as another host. */
function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) && URL.canParse(path, 'http://localhost');
}

/** The page that was asked for before signing in (`useLocation().state`), or `fallback`. Never leaves the site. */
export function returnPath(state: unknown, fallback: string): string {
  const from: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'from') : undefined;
  return isOwnPath(from) ? from : fallback;
}

/** Whether somebody was sent here to set up a second factor, without which admins do not get on. */
export function isSentToSetUp(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'isSetUpRequired') === true;
}
