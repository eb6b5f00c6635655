import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '../icons.tsx';
import { softTone } from '../tone.ts';

export type AlertTone = 'info' | 'success' | 'warning' | 'danger';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

/**
 * A message about what just happened. Dangers and warnings interrupt a screen reader (`role="alert"`), the others wait
 * their turn (`role="status"`); `isUrgent` decides otherwise.
 */
export function Alert({
  tone = 'info',
  title,
  action,
  isUrgent = tone === 'danger' || tone === 'warning',
  className,
  children,
}: {
  tone?: AlertTone;
  title?: ReactNode;
  /** A button or link that helps. */
  action?: ReactNode;
  isUrgent?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  const Icon = icons[tone];
  return (
    <div
      role={isUrgent ? 'alert' : 'status'}
      className={clsx(
        'flex max-xs:flex-col animate-rise items-start gap-3 rounded-md px-4 py-3',
        softTone[tone],
        className,
      )}
    >
      <Icon aria-hidden="true" className="mt-1 size-4.5 shrink-0" />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1 max-xs:w-full">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-sm leading-relaxed [&_a]:underline">{children}</div>}
        {action && <div className="mt-1.5">{action}</div>}
      </div>
    </div>
  );
}
