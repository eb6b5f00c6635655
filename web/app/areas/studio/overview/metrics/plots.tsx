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
function Hint({
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
  // Every month where there is room, else every second: never one missing in between.
  interval: 'equidistantPreserveStart',
  ...axis,
} as const;

/** Bars by month, beside each other where there is more than one kind. */
function MonthBars({
  months,
  bars,
  axisWidth,
  sayTick,
  sayValue,
}: Months & {
  bars: readonly { metric: MonthlyMetric; label: string; fill: string }[];
  /** Room for the numbers on the left, in px. */
  axisWidth: number;
  /** A number on the left, and one under the pointer, in words. */
  sayTick?: (value: number) => string;
  sayValue?: (value: number) => string;
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
          {...(sayTick && { tickFormatter: sayTick })}
          {...axis}
        />
        <Tooltip
          cursor={{ fill: ink.under }}
          content={(hint) => <Hint {...hint} sayLabel={monthName} {...(sayValue && { sayValue })} />}
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
      sayTick={(value) => compactUsd.format(value)}
      sayValue={formatUsd}
    />
  );
}

/** The way from an enquiry to an accepted contract, step under step. */
export function FunnelPlot({ steps }: { steps: ReturnType<typeof funnelSteps> }) {
  const isAnimationActive = useIsMoving();
  const data = steps.map((step) => ({
    ...step,
    said:
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
          <LabelList dataKey="said" position="right" fill="var(--ink)" fontSize={13} />
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
          content={(hint) => <Hint {...hint} sayLabel={monthName} sayValue={formatDays} />}
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
