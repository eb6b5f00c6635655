import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { keepFocusAbove } from './bottom-bar.ts';

/**
 * The buttons of a long form, along the window's lower edge while the form goes on below it. Above and below them it has room for
 * the smallest target: of a control behind it either that much is seen, or nothing.
 */
export function SaveBar({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      ref={keepFocusAbove}
      data-bottom-bar=""
      className={clsx(
        'bottom-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-rule bg-raised py-4 sm:sticky sm:py-6',
        className,
      )}
    >
      {children}
    </div>
  );
}
