import { keepText, readText } from './local-store.ts';
import { THEME_KEY } from './storage-keys.ts';
import { createStore } from './store.ts';

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const stored = readText(THEME_KEY);
const store = createStore<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');

/** The theme this browser chose. The script in the head has already applied it (see shell/before-paint.ts). */
export const getTheme = store.get;
export const subscribeToTheme = store.subscribe;

export function setTheme(theme: Theme): void {
  keepText(THEME_KEY, theme === 'system' ? undefined : theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  store.set(theme);
}
