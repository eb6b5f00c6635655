import { studio } from '@atelier/content/studio.ts';
import { returnPath } from '../../../lib/pages/return-to.ts';

/** Why /login opens, by the value in the history entry that leads there. */
const NOTICES = {
  confirmed: 'Your email address is confirmed. Please sign in.',
  'email-changed': 'Your email address has changed. Please sign in with the new one.',
  'session-ended': 'Your session has ended. Sign in to pick up where you left off.',
  'account-disabled': `Your account is disabled for now. If that’s a mistake, write to ${studio.email}; what you typed is kept in this browser.`,
  'link-expired':
    'That link has expired or was already used. Try signing in: if your address still needs confirming, you’ll get a new link.',
  'link-refused':
    'That link couldn’t be used. Try signing in: if your address still needs confirming, you’ll get a new link.',
} as const;
type NoticeKind = keyof typeof NOTICES;

/** The history state that brings a notice, and the page that was wanted before it, to /login. */
export function loginNoticeState(kind: NoticeKind, from?: string) {
  return from ? { loginNotice: kind, from } : { loginNotice: kind };
}

/** The sentence that /login opens with; undefined if it needs none. */
export function loginNotice(state: unknown): string | undefined {
  const kind: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, 'loginNotice') : undefined;
  if (typeof kind === 'string' && Object.hasOwn(NOTICES, kind)) return NOTICES[kind as NoticeKind];
  return undefined;
}

/** Whether the visitor pressed a package or "Start a Project" and meets a form instead. */
export function isBeforeBrief(state: unknown): boolean {
  return loginNotice(state) === undefined && /^\/start(?![^?#])/.test(returnPath(state, ''));
}
