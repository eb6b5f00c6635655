import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { RefreshCw } from './icons.tsx';

/**
 * A card that turns over when it is pressed, by the browser itself: it works before any script. `front` stands in a
 * `<summary>` and names the card to screen readers, so it holds text and drawings alone; headings and links go on the back.
 */
export function FlipCard({
  front,
  children,
  className,
}: {
  front: ReactNode;
  /** The back. */
  children: ReactNode;
  className?: string;
}) {
  return (
    <details className={clsx('flip group/flip', className)}>
      <summary className="rounded-md">
        <span className="flip-front border border-rule bg-raised transition-[transform,border-color] group-hover/flip:border-edge">
          {front}
        </span>
        <span
          aria-hidden="true"
          className="flip-turn grid size-6 place-items-center text-ink-faint group-not-open/flip:group-hover/flip:text-accent group-open/flip:text-paper"
        >
          <RefreshCw className="size-4.5" />
        </span>
      </summary>
      <div className="flip-back bg-ink text-paper">{children}</div>
    </details>
  );
}
