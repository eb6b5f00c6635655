import { studio } from '@atelier/content/studio.ts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '../icons.tsx';

/** What a colour says. `accent` is for what is current or ours, never for a fault. */
export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger';

/** Soft ground and its text. */
export const softTone: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-on-neutral-soft',
  accent: 'bg-accent-soft text-on-accent-soft',
  info: 'bg-info-soft text-on-info-soft',
  success: 'bg-success-soft text-on-success-soft',
  warning: 'bg-warning-soft text-on-warning-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
};

/** A mark strong enough to stand alone: a dot, a bar, an edge. */
export const markTone: Record<Tone, string> = {
  neutral: 'bg-edge',
  accent: 'bg-accent',
  info: 'bg-info',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
};

type AlertTone = Exclude<Tone, 'neutral' | 'accent'>;

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

/**
 * Says, where JavaScript is switched off, that a form needs it and what to do instead. Such a form has `method="dialog"`, so that
 * the browser by itself sends nothing: what was typed would end up in the address.
 */
export function ScriptNote() {
  return (
    <noscript>
      <p className="rounded-md bg-warning-soft px-4 py-3 text-on-warning-soft">
        This form needs JavaScript, which is turned off in your browser. Turn it on for this site, or write to{' '}
        <a href={`mailto:${studio.email}`} className="font-semibold underline">
          {studio.email}
        </a>
        .
      </p>
    </noscript>
  );
}
