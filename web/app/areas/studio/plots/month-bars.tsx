import { clsx } from 'clsx';
import type { ReactElement } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { monthName, monthTick } from './plot-words.ts';

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

/** The numbers at the left of a plot. */
export const numberAxis = {
  allowDecimals: false,
  // All of them: the grid measures them in the size of the page's text, and would leave out the line of one for want of room.
  interval: 0,
  ...axis,
} as const;

/** The room of a plot: the width of its card. */
export function PlotArea({ children }: { children: ReactElement }) {
  return (
    <ResponsiveContainer width="100%" height={180} initialDimension={{ width: 320, height: 180 }}>
      {children}
    </ResponsiveContainer>
  );
}

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

/** What the pointer is at, and its values; `also` names further ones that the plot doesn't draw. */
export function Hint({
  active,
  payload,
  label,
  formatLabel = String,
  formatValue = (value) => value.toLocaleString('en-US'),
  also = [],
}: Partial<Pick<TooltipContentProps, 'active' | 'payload' | 'label'>> & {
  formatLabel?: (label: string) => string;
  formatValue?: (value: number) => string;
  also?: readonly { metric: string; label: string }[];
}) {
  if (!active || !payload?.length) return null;
  const values = [
    ...payload.map(({ dataKey, name, value }) => ({ metric: String(dataKey), label: name, value })),
    ...also.map((each) => ({ ...each, value: payload[0]?.payload[each.metric] })),
  ];
  return (
    <div className="grid gap-0.5 rounded-md border border-rule bg-raised px-3 py-2 text-sm text-ink shadow-floating">
      <span className="font-semibold">{formatLabel(String(label))}</span>
      {values.map(({ metric, label: name, value }) => (
        <span key={metric} className="flex justify-between gap-4 text-ink-soft">
          {name}
          <span className="text-ink tabular-nums">{formatValue(Number(value))}</span>
        </span>
      ))}
    </div>
  );
}

export const margin = { top: 8, right: 4, bottom: 0, left: 0 };
export const compactUsd = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

export const useIsMoving = () => !useMediaQuery('(prefers-reduced-motion: reduce)');

/** The months along the foot of a plot. */
export const monthAxis = {
  dataKey: 'month',
  tickFormatter: monthTick,
  // Every month if there is room, else every second one: never a single gap.
  interval: 'equidistantPreserveStart',
  ...axis,
} as const;

/** Bars by month, for several metrics side by side or on top of each other. */
export function MonthBars<Month extends { month: string }>({
  months,
  bars,
  also,
  isStacked = false,
  axisWidth,
  formatTick,
  formatValue,
}: {
  months: readonly Month[];
  bars: readonly { metric: string & keyof Month; label: string; fill: string }[];
  /** Metrics without a bar: the pointer's hint alone has them. */
  also?: readonly { metric: string & keyof Month; label: string }[];
  isStacked?: boolean;
  /** Room for the numbers on the left, in px. */
  axisWidth: number;
  /** How a number is written at the axis, and under the pointer. */
  formatTick?: (value: number) => string;
  formatValue?: (value: number) => string;
}) {
  const isAnimationActive = useIsMoving();
  return (
    <PlotArea>
      <BarChart data={months} margin={margin} accessibilityLayer={false} barGap={2}>
        <CartesianGrid vertical={false} stroke={ink.grid} />
        <XAxis {...monthAxis} />
        <YAxis width={axisWidth} {...(formatTick && { tickFormatter: formatTick })} {...numberAxis} />
        <Tooltip
          cursor={{ fill: ink.under }}
          content={(hint) => (
            <Hint
              {...hint}
              formatLabel={monthName}
              {...(formatValue && { formatValue })}
              {...(also && { also })}
            />
          )}
        />
        {bars.map(({ metric, label, fill }) => (
          <Bar
            key={metric}
            dataKey={metric as string}
            name={label}
            fill={fill}
            radius={isStacked ? 0 : [3, 3, 0, 0]}
            {...(isStacked && { stackId: 'month' })}
            isAnimationActive={isAnimationActive}
          />
        ))}
      </BarChart>
    </PlotArea>
  );
}
