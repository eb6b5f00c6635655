import { HINT_KEY, THEME_KEY } from '../../lib/storage-keys.ts';
import { recordEarlyInput } from './early-input.ts';
import { INLINE_STYLES_ID } from './inline-styles-id.ts';
import { decideOnTypefaces } from './typefaces.ts';

/*
 * Runs inline in the head of every page, before the first paint: the chosen theme, the header's variant and whether the page
 * is looked at from its top are CSS keyed on attributes of <html>, so none can flash. The content policy allows it by its
 * hash.
 */
const root = document.documentElement;
try {
  const theme = localStorage.getItem(THEME_KEY);
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  root.dataset.hint = localStorage.getItem(HINT_KEY) ?? '';
} catch {
  // Storage is switched off: the system's theme and the signed-out header are right.
}
// Whoever comes back, or to a certain place, finds that place: there everything is laid out at once.
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (visit?.type === 'navigate' && !location.hash) root.dataset.arriving = '';
// As where the router has left in the history why somebody was led here, and they load the page anew.
if (history.state?.usr) root.dataset.led = '';
if (document.getElementById(INLINE_STYLES_ID)) decideOnTypefaces(visit);
recordEarlyInput();

// Zod would compile its checks from text, which the content policy forbids: it must know before its first schema.
Object.assign(window, { __zod_globalConfig: { jitless: true } });
