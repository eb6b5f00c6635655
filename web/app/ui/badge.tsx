import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { markTone, softTone, type Tone } from './tone.ts';

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
