import { sampleNote } from '@atelier/content/sample.ts';
import { clsx } from 'clsx';

/** Says that what stands here is made up, for as long as `content/sample.ts` says so. */
export function SampleNote({ className }: { className?: string }) {
  if (!sampleNote) return null;
  return (
    <p className={clsx('max-w-measure border-l-2 border-accent pl-4 text-sm text-ink-soft', className)}>
      {sampleNote}
    </p>
  );
}
