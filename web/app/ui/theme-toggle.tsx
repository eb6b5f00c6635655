import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { keepText, readText, THEME_KEY } from '../lib/storage/local-store.ts';
import { createStore } from '../lib/storage/store.ts';
import { Monitor, Moon, Sun } from './icons.tsx';

/** `system` follows the device. */
type Theme = 'system' | 'light' | 'dark';

const stored = readText(THEME_KEY);
/** The theme this browser chose. The script in the head has already applied it (see shell/before-paint.ts). */
const chosenTheme = createStore<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');

function setTheme(theme: Theme): void {
  keepText(THEME_KEY, theme === 'system' ? undefined : theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  chosenTheme.set(theme);
}

/** The themes, as they are chosen. */
export const themeChoices: readonly { value: Theme; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: 'Theme of the device', icon: Monitor },
  { value: 'light', label: 'Light theme', icon: Sun },
  { value: 'dark', label: 'Dark theme', icon: Moon },
];

/** This browser's theme, and a function that changes it. */
export function useTheme(): [theme: Theme, choose: (theme: Theme) => void] {
  return [useSyncExternalStore(chosenTheme.subscribe, chosenTheme.get, () => 'system' as const), setTheme];
}

/** Light, dark, or as the device. */
export function ThemeToggle() {
  const [theme] = useTheme();
  return (
    <fieldset className="inline-flex rounded-full border border-rule p-0.5 noscript:hidden">
      <legend className="sr-only">Theme</legend>
      {themeChoices.map(({ value, label, icon: Icon }) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          aria-pressed={theme === value}
          className={clsx(
            'grid size-11 place-items-center rounded-full transition-colors hover:text-ink',
            theme === value ? 'bg-neutral-soft text-ink forced-colors:border' : 'text-ink-faint',
          )}
          onClick={() => setTheme(value)}
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </button>
      ))}
    </fieldset>
  );
}
