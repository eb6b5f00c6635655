import { Progress as Base } from '@base-ui/react/progress';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** How far something is: a label, its words ("3 of 5 approved") and a bar. `value` null: under way, unknown how far. */
export function Progress({
  label,
  value,
  text,
  isLabelHidden = false,
}: {
  label: ReactNode;
  /** 0 to 100. */
  value: number | null;
  text?: string;
  isLabelHidden?: boolean;
}) {
  return (
    <Base.Root value={value} {...(text && { getAriaValueText: () => text })} className="grid gap-2">
      <div className={clsx('flex items-baseline justify-between gap-4 text-sm', isLabelHidden && 'sr-only')}>
        <Base.Label className="font-semibold">{label}</Base.Label>
        <span aria-hidden="true" className="text-ink-soft tabular-nums">
          {text ?? (value === null ? '' : `${Math.round(value)}%`)}
        </span>
      </div>
      <Base.Track className="h-2.5 overflow-hidden rounded-full bg-neutral-soft">
        <Base.Indicator
          className={clsx(
            'rounded-full bg-accent transition-[width] duration-500',
            value === null && 'h-full w-1/3 animate-breathe',
          )}
        />
      </Base.Track>
    </Base.Root>
  );
}
