import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';

/** The place of something that is on its way; size it with classes like what will stand there. */
export function Skeleton({ className = 'h-5 w-full' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('block animate-breathe rounded-sm bg-neutral-soft', className)}
    />
  );
}

/** Several lines on their way, with words for those who do not see them. */
export function SkeletonList({ label = 'Loading…', rows = 4 }: { label?: string; rows?: number }) {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity and never move
        <div key={row} className="grid gap-2 border-b border-rule pb-4">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ))}
    </div>
  );
}

/** Stands in the place of what went from the page by itself. The keyboard comes here if it was in that. */
export function Replacement({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

/** Nothing here yet: the sentence that says so, and what to do about it. */
export function EmptyState({
  title,
  children,
  icon,
  action,
  level,
}: {
  title: ReactNode;
  /** Makes the title a heading of the page, for where this is all that the page shows. */
  level?: 1 | 2;
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}) {
  const Title = level ? (`h${level}` as const) : 'p';
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-rule px-6 py-12 text-center">
      {icon && <span className="text-ink-faint [&_svg]:size-7">{icon}</span>}
      <Title className="font-display text-lg font-semibold">{title}</Title>
      {children && <p className="max-w-measure text-ink-soft">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
