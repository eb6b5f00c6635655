import { SESSION_HINT_KEY, SESSION_KEYS, THEME_KEY } from '../lib/storage/local-store.ts';

/*
 * Runs inline in the head of every page, before the first paint (see paint-first/README.md): the
 * chosen theme and the header's variant are CSS keyed on attributes of <html>, so neither can flash.
 */
const { dataset } = document.documentElement;
try {
  const theme = localStorage.getItem(THEME_KEY);
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  dataset.hint = localStorage.getItem(SESSION_HINT_KEY) ?? '';
  // This browser has or had a session: the page has to find out what has become of it.
  const isKnown = dataset.hint || Object.keys(localStorage).some((key) => key.startsWith(SESSION_KEYS));
  if (isKnown) dataset.known = '';
} catch {
  // Storage is switched off: the system's theme and the signed-out header are right.
}

// Zod otherwise compiles its checks from text, which the content policy forbids.
Object.assign(window, { __zod_globalConfig: { jitless: true } });
