import { sampleNote } from '@atelier/content/sample.ts';
import { clsx } from 'clsx';

/** Marks invented content, as long as `content/sample.ts` says so. */
export function SampleNote({ className }: { className?: string }) {
  if (!sampleNote) return null;
  return (
    <p className={clsx('max-w-measure border-l-2 border-accent pl-4 text-sm text-ink-soft', className)}>
      {sampleNote}
    </p>
  );
}
