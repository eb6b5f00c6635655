import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** The top of a screen: what it is, one line about it, and what can be done. The screen's only h1. */
export function PageHeader({
  title,
  eyebrow,
  children,
  actions,
}: {
  title: ReactNode;
  /** A short word above: where this belongs. */
  eyebrow?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header
      className={clsx(
        'flex flex-wrap justify-between gap-x-8 gap-y-4',
        children || eyebrow ? 'items-end' : 'items-center',
      )}
    >
      <div className="grid min-w-0 max-w-measure grid-cols-1 gap-2">
        {eyebrow && <p className="text-sm font-semibold text-accent">{eyebrow}</p>}
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
        {children && <div className="text-ink-soft">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
    </header>
  );
}
