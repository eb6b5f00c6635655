import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/**
 * A quiet line that changes by itself ("Saved", "Copied to clipboard."). Keep it in the page and change its text:
 * only a change inside an element that is already there is announced.
 */
export function StatusLine({
  children,
  tone = 'neutral',
  className,
}: {
  children?: ReactNode;
  tone?: 'neutral' | 'success' | 'danger';
  className?: string;
}) {
  const colour = { neutral: 'text-ink-soft', success: 'text-success', danger: 'text-danger' }[tone];
  return (
    <p role="status" className={clsx('min-h-6 text-sm font-medium', colour, className)}>
      {children}
    </p>
  );
}

/**
 * A growing line along the top of the window while a page loads; not visible at first. A border, so that it
 * shows in forced colours.
 */
export function ProgressBar() {
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      className="fixed inset-x-0 top-0 z-50 origin-left animate-grow border-t-3 border-accent"
    />
  );
}
