import { clsx } from 'clsx';

/** The look shared by everything that can be typed into or chosen from. */
export function controlClass(className?: string): string {
  return clsx(
    'w-full min-h-11 rounded-md border border-edge bg-raised px-3.5 py-2 text-base text-ink',
    'transition-[border-color,box-shadow] hover:border-ink-soft',
    'focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent',
    'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
    'disabled:border-rule disabled:bg-sunken disabled:text-ink-faint [&[readonly]]:bg-sunken',
    className,
  );
}
