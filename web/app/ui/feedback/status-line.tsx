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
