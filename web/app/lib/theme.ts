import { keepText, readText } from './local-store.ts';
import { THEME_KEY } from './storage-keys.ts';

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const listeners = new Set<() => void>();

/** The theme this browser chose. The script in the head has already applied it (see shell/before-paint.ts). */
export function getTheme(): Theme {
  const stored = readText(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function setTheme(theme: Theme): void {
  keepText(THEME_KEY, theme === 'system' ? undefined : theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
