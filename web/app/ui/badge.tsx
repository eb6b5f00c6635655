import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { markTone, softTone, type Tone } from './feedback/alert.tsx';

/** A status in a word, with a dot of its tone. The word says it; the colour only helps. */
export function Badge({
  tone = 'neutral',
  size = 'md',
  children,
}: {
  tone?: Tone;
  /** `sm` shares a row of a table with another line. */
  size?: 'sm' | 'md';
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-full text-xs font-semibold whitespace-nowrap',
        size === 'sm' ? 'px-2 leading-4' : 'px-2.5 py-0.5',
        softTone[tone],
      )}
    >
      <span aria-hidden="true" className={clsx('size-1.5 rounded-full', markTone[tone])} />
      {/* An element of its own: once translated, text beside another element would keep the old status. */}
      <span>{children}</span>
    </span>
  );
}

/** The first letter of a name. Decoration: the name stands beside it. */
export function Avatar({ name }: { name: string }) {
  const [initial = '?'] = name.trim();
  return (
    <span
      aria-hidden="true"
      className="inline-grid size-16 shrink-0 place-items-center rounded-full bg-accent-soft font-display text-2xl font-semibold text-on-accent-soft uppercase"
    >
      {initial}
    </span>
  );
}

/** A number beside a name, such as of unread messages; renders nothing for 0. */
export function CountMark({
  count,
  one,
  many,
}: {
  count: number | undefined;
  /** What is counted, for screen readers. */
  one: string;
  many: string;
}) {
  if (!count) return null;
  return (
    <span className="inline-grid min-w-6 place-items-center rounded-full bg-accent px-1.5 text-xs leading-6 font-semibold text-on-accent tabular-nums">
      <span>{count > 99 ? '99+' : count}</span>
      <span className="sr-only"> {count === 1 ? one : many}</span>
    </span>
  );
}
