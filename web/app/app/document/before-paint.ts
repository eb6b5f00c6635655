import { HINT_KEY, THEME_KEY } from '../../lib/storage-keys.ts';
import { recordEarlyInput } from './early-input.ts';

/*
 * Runs inline in the head of every page, before the first paint: the chosen theme and the header's variant
 * are CSS keyed on attributes of <html>, so neither can flash. The content policy allows it by its hash.
 */
const root = document.documentElement;
try {
  const theme = localStorage.getItem(THEME_KEY);
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  root.dataset.hint = localStorage.getItem(HINT_KEY) ?? '';
} catch {
  // Storage is switched off: the system's theme and the signed-out header are right.
}
recordEarlyInput();

// Zod would compile its checks from text, which the content policy forbids: it must know before its first schema.
Object.assign(window, { __zod_globalConfig: { jitless: true } });
