import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { getTheme, setTheme, subscribeToTheme, type Theme } from '../lib/theme.ts';
import { Monitor, Moon, Sun } from './icons.tsx';

const choices: { value: Theme; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: 'Theme of the device', icon: Monitor },
  { value: 'light', label: 'Light theme', icon: Sun },
  { value: 'dark', label: 'Dark theme', icon: Moon },
];

/** Light, dark, or as the device. */
export function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeToTheme, getTheme, () => 'system' as const);
  return (
    <fieldset className="inline-flex rounded-full border border-rule p-0.5 noscript:hidden">
      <legend className="sr-only">Theme</legend>
      {choices.map(({ value, label, icon: Icon }) => (
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
