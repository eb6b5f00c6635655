import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** A 44px square button that shows an icon and says `label` to those who do not see it. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; children?: ReactNode }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={clsx(
        'inline-grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-neutral-soft hover:text-ink',
        'transition-colors aria-disabled:opacity-60 disabled:opacity-40 [&_svg]:size-5',
        className,
      )}
    >
      {children}
    </button>
  );
}
