import { clsx } from 'clsx';
import type { ReactElement } from 'react';
import { ResponsiveContainer, type TooltipContentProps } from 'recharts';

/** Colours by their tokens, so that a plot follows the theme. */
export const ink = {
  main: 'var(--accent)',
  other: 'var(--info)',
  grid: 'var(--rule)',
  under: 'var(--neutral-soft)',
} as const;

/** How the words along an axis look. */
export const axis = {
  tick: { fill: 'var(--ink-soft)', fontSize: 13 },
  tickLine: false,
  axisLine: false,
} as const;

/** The room of a plot: the width of its card. */
export function PlotArea({ children }: { children: ReactElement }) {
  return (
    <ResponsiveContainer width="100%" height={240} initialDimension={{ width: 320, height: 240 }}>
      {children}
    </ResponsiveContainer>
  );
}

/** What the colours of a plot stand for. */
export function Legend({ entries }: { entries: readonly { label: string; isMain: boolean }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
      {entries.map(({ label, isMain }) => (
        <li key={label} className="flex items-center gap-2">
          <span aria-hidden="true" className={clsx('size-3 rounded-sm', isMain ? 'bg-accent' : 'bg-info')} />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** What the pointer is at, in words. */
export function Hint({
  active,
  payload,
  label,
  sayLabel = String,
  sayValue = (value) => value.toLocaleString('en-US'),
}: Partial<Pick<TooltipContentProps, 'active' | 'payload' | 'label'>> & {
  sayLabel?: (label: string) => string;
  sayValue?: (value: number) => string;
}) {
  if (!active || !payload?.length) return null;
  return (
    <div className="grid gap-0.5 rounded-md border border-rule bg-raised px-3 py-2 text-sm text-ink shadow-floating">
      <span className="font-semibold">{sayLabel(String(label))}</span>
      {payload.map((entry) => (
        <span key={String(entry.dataKey)} className="flex justify-between gap-4 text-ink-soft">
          {entry.name}
          <span className="text-ink tabular-nums">{sayValue(Number(entry.value))}</span>
        </span>
      ))}
    </div>
  );
}
