import { delayTypefaces } from '../../paint-first/typefaces.ts';
import { apiUrl } from '../lib/api/api-url.ts';
import { beginEarlyCalls } from '../lib/api/early-calls.ts';
import { isCodeDue, readFreshSession } from '../lib/session/stored-session.ts';
import { SESSION_KEYS } from '../lib/storage/local-store.ts';
import { matchScreen } from './match-screen.ts';
import { callsOf } from './screen-calls.ts';

/*
 * Runs inline in the head of the page that every screen behind a sign-in starts from. The application's code
 * takes seconds on a slow network: what the screen will call is called now, and the files of its code
 * are requested together, where the router learns of them one after the other.
 */
interface Screens {
  /** Addresses of files. */
  files: string[];
  /** Positions in `files`, by the pattern of the screen's address. */
  screens: Record<string, number[]>;
}

function start(): void {
  const { files, screens }: Screens = JSON.parse(document.currentScript?.dataset.screens ?? '');
  const screen = matchScreen(Object.keys(screens), location.pathname);
  // All others are sent to the sign-in.
  if (!screen || !Object.keys(localStorage).some((key) => key.startsWith(SESSION_KEYS))) return;
  const session = readFreshSession();
  if (session && !isCodeDue(session.access_token, session.user)) {
    delayTypefaces();
    const { pattern, params } = screen;
    const calls = callsOf(pattern, { params, query: new URLSearchParams(location.search) });
    beginEarlyCalls(
      session.access_token,
      [['/me'] as const, ...calls].map(([path, parts]) => apiUrl(path, parts)),
    );
  }
  for (const position of screens[screen.pattern] ?? []) {
    const link = Object.assign(document.createElement('link'), {
      rel: 'modulepreload',
      href: files[position],
    });
    document.head.append(link);
  }
}

try {
  start();
} catch {
  // Storage is switched off, or not as expected: the application starts by itself.
}
