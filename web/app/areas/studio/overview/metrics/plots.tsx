import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { MonthMetrics } from '@atelier/domain/projects/schema.ts';
import { Bar, BarChart, CartesianGrid, LabelList, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import {
  axis,
  compactUsd,
  Hint,
  ink,
  MonthBars,
  margin,
  monthAxis,
  numberAxis,
  PlotArea,
  useIsMoving,
} from '../../plots/month-bars.tsx';
import { formatDays, monthName } from '../../plots/plot-words.ts';
import { approvalDays, type funnelSteps } from './metric-values.ts';

type Months = { months: readonly MonthMetrics[] };

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
        <YAxis width={40} tickFormatter={(value: number) => `${value} d`} {...numberAxis} />
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
