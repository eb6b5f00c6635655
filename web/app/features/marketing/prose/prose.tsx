import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Running text in one column of readable width; pictures extend beyond it. */
export function Prose({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'mx-auto flow-root max-w-[40rem] [--beyond:calc((44rem-var(--container-page))/2)] text-[1.125rem] leading-[1.65]',
        className,
      )}
    >
      {children}
    </div>
  );
}
