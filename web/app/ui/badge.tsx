import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { markTone, softTone, type Tone } from './feedback/alert.tsx';

/** A status in a word, with a dot of its tone. The word says it; the colour only helps. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        softTone[tone],
      )}
    >
      <span aria-hidden="true" className={clsx('size-1.5 rounded-full', markTone[tone])} />
      {children}
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
