import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { MonthlyMetric } from '@atelier/domain/projects/rules.ts';
import type { MonthMetrics } from '@atelier/domain/projects/schema.ts';
import { clsx } from 'clsx';
import type { ReactElement } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { useMediaQuery } from '../../../../lib/use-media-query.ts';
import { approvalDays, formatDays, type funnelSteps, monthName, monthTick } from './metric-values.ts';

/** Colours by their tokens, so that a plot follows the theme. */
const ink = {
  main: 'var(--accent)',
  other: 'var(--info)',
  grid: 'var(--rule)',
  under: 'var(--neutral-soft)',
} as const;

/** How the words along an axis look. */
const axis = {
  tick: { fill: 'var(--ink-soft)', fontSize: 13 },
  tickLine: false,
  axisLine: false,
} as const;

/** The room of a plot: the width of its card. */
function PlotArea({ children }: { children: ReactElement }) {
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

function Hint({
  active,
  payload,
  label,
  formatLabel = String,
  formatValue = (value) => value.toLocaleString('en-US'),
}: Partial<Pick<TooltipContentProps, 'active' | 'payload' | 'label'>> & {
  formatLabel?: (label: string) => string;
  formatValue?: (value: number) => string;
}) {
  if (!active || !payload?.length) return null;
  return (
    <div className="grid gap-0.5 rounded-md border border-rule bg-raised px-3 py-2 text-sm text-ink shadow-floating">
      <span className="font-semibold">{formatLabel(String(label))}</span>
      {payload.map((entry) => (
        <span key={String(entry.dataKey)} className="flex justify-between gap-4 text-ink-soft">
          {entry.name}
          <span className="text-ink tabular-nums">{formatValue(Number(entry.value))}</span>
        </span>
      ))}
    </div>
  );
}

type Months = { months: readonly MonthMetrics[] };

const margin = { top: 8, right: 4, bottom: 0, left: 0 };
const compactUsd = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

const useIsMoving = () => !useMediaQuery('(prefers-reduced-motion: reduce)');

/** The months along the foot of a plot. */
const monthAxis = {
  dataKey: 'month',
  tickFormatter: monthTick,
  // Every month if there is room, else every second one: never a single gap.
  interval: 'equidistantPreserveStart',
  ...axis,
} as const;

/** Bars by month, side by side for several metrics. */
function MonthBars({
  months,
  bars,
  axisWidth,
  formatTick,
  formatValue,
}: Months & {
  bars: readonly { metric: MonthlyMetric; label: string; fill: string }[];
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
        <YAxis
          width={axisWidth}
          allowDecimals={false}
          {...(formatTick && { tickFormatter: formatTick })}
          {...axis}
        />
        <Tooltip
          cursor={{ fill: ink.under }}
          content={(hint) => <Hint {...hint} formatLabel={monthName} {...(formatValue && { formatValue })} />}
        />
        {bars.map(({ metric, label, fill }) => (
          <Bar
            key={metric}
            dataKey={metric}
            name={label}
            fill={fill}
            radius={[3, 3, 0, 0]}
            isAnimationActive={isAnimationActive}
          />
        ))}
      </BarChart>
    </PlotArea>
  );
}

/** Enquiries beside submissions, month by month. */
export function FlowPlot({ months }: Months) {
  return (
    <MonthBars
      months={months}
      axisWidth={32}
      bars={[
        { metric: 'enquiries', label: 'Enquiries', fill: ink.main },
        { metric: 'submissions', label: 'Submissions', fill: ink.other },
      ]}
    />
  );
}

/** What the contracts that were accepted in a month come to. */
export function ValuePlot({ months }: Months) {
  return (
    <MonthBars
      months={months}
      axisWidth={56}
      bars={[{ metric: 'accepted_usd', label: 'Accepted', fill: ink.main }]}
      formatTick={(value) => compactUsd.format(value)}
      formatValue={formatUsd}
    />
  );
}

/** The way from an enquiry to an accepted contract, step under step. */
export function FunnelPlot({ steps }: { steps: ReturnType<typeof funnelSteps> }) {
  const isAnimationActive = useIsMoving();
  const data = steps.map((step) => ({
    ...step,
    text:
      step.percent === null
        ? step.count.toLocaleString('en-US')
        : `${step.count.toLocaleString('en-US')} · ${step.percent}%`,
  }));
  return (
    <PlotArea>
      <BarChart
        data={data}
        layout="vertical"
        margin={{ ...margin, right: 80 }}
        accessibilityLayer={false}
        barCategoryGap={10}
      >
        <XAxis type="number" hide domain={[0, 'dataMax']} />
        <YAxis type="category" dataKey="label" width={136} {...axis} />
        <Bar
          dataKey="count"
          name="How many"
          fill={ink.main}
          background={{ fill: ink.under, radius: 4 }}
          radius={4}
          isAnimationActive={isAnimationActive}
        >
          <LabelList dataKey="text" position="right" fill="var(--ink)" fontSize={13} />
        </Bar>
      </BarChart>
    </PlotArea>
  );
}

/** How many days milestones waited for their approval; months without one are left out. */
export function ApprovalPlot({ months }: Months) {
  const isAnimationActive = useIsMoving();
  const data = months.map((month) => ({ month: month.month, days: approvalDays(month) }));
  return (
    <PlotArea>
      <LineChart data={data} margin={margin} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke={ink.grid} />
        <XAxis {...monthAxis} padding={{ left: 12, right: 12 }} />
        <YAxis width={40} allowDecimals={false} tickFormatter={(value: number) => `${value} d`} {...axis} />
        <Tooltip
          cursor={{ stroke: ink.grid }}
          content={(hint) => <Hint {...hint} formatLabel={monthName} formatValue={formatDays} />}
        />
        <Line
          dataKey="days"
          name="On average"
          stroke={ink.main}
          strokeWidth={2.5}
          dot={{ r: 4, fill: ink.main, strokeWidth: 0 }}
          connectNulls
          isAnimationActive={isAnimationActive}
        />
      </LineChart>
    </PlotArea>
  );
}
