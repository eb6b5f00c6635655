import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A sheet that holds one thing: optional title with actions beside it, then the content. */
export function Card({
  title,
  actions,
  className,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      className={clsx(
        'grid grid-cols-1 content-start gap-5 rounded-lg border border-rule bg-raised p-5 sm:p-7',
        className,
      )}
    >
      {(title || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {title && <h2 className="text-lg">{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
