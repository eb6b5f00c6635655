import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { MonthMetrics } from '@atelier/domain/projects/schema.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { approvalDays, formatDays, funnelSteps, monthName, sumOf } from './metric-values.ts';
import { ApprovalPlot, FlowPlot, FunnelPlot, Legend, ValuePlot } from './plots.tsx';

interface MetricTable {
  columns: readonly string[];
  /** The first cell of a row heads it. */
  rows: readonly (readonly string[])[];
}

/** A metric: what it comes to, a plot of it, and the table behind the plot. */
function MetricCard({
  title,
  total,
  note,
  table,
  isEmpty,
  legend,
  children,
}: {
  title: string;
  /** What all of it comes to, and what that is. */
  total: string;
  note: string;
  table: MetricTable;
  isEmpty: boolean;
  legend?: ReactNode;
  /** The plot. */
  children: ReactNode;
}) {
  const [isTable, setTable] = useState(false);
  const toggle = isTable ? 'Show as plot' : 'Show as table';
  return (
    <Card
      title={title}
      className="[&>:first-child]:flex-nowrap"
      actions={
        !isEmpty && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={`${toggle}: ${title}`}
            className="-mr-3"
            onClick={() => setTable(!isTable)}
          >
            {isTable ? 'Plot' : 'Table'}
          </Button>
        )
      }
    >
      <p className="-mt-3 flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <span className="font-display text-2xl font-semibold tabular-nums">{total}</span>
        <span className="text-sm text-ink-soft">{note}</span>
      </p>
      {isEmpty && (
        <p className="grid h-40 place-items-center rounded-md bg-sunken p-4 text-center text-sm text-ink-soft">
          Nothing to plot yet. It starts with the first one.
        </p>
      )}
      {!isEmpty && isTable && <ValueTable title={title} table={table} />}
      {!isEmpty && !isTable && (
        <div className="grid grid-cols-1 gap-3">
          {legend}
          <div
            role="img"
            aria-label={`Plot of ${title.toLowerCase()}: ${total} ${note}. “Table” has the values.`}
          >
            {children}
          </div>
        </div>
      )}
    </Card>
  );
}

function ValueTable({ title, table }: { title: string; table: MetricTable }) {
  const [head = '', ...columns] = table.columns;
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col" className="border-b border-rule py-2 text-left font-semibold">
            {head}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="border-b border-rule py-2 pl-4 text-right font-semibold">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row" className="border-b border-rule py-1.5 text-left font-normal">
              {name}
            </th>
            {cells.map((cell, at) => (
              <td key={columns[at]} className="border-b border-rule py-1.5 pl-4 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const count = (value: number) => value.toLocaleString('en-US');

/** How the studio did, month by month. */
export default function Metrics({ months }: { months: readonly MonthMetrics[] }) {
  const enquiries = sumOf(months, 'enquiries');
  const submissions = sumOf(months, 'submissions');
  const accepted = sumOf(months, 'contracts_accepted');
  const approvals = sumOf(months, 'approvals');
  const steps = funnelSteps(months);
  const average = approvalDays({ approvals, approval_seconds: sumOf(months, 'approval_seconds') });
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <MetricCard
        title="Enquiries and submissions"
        total={count(enquiries)}
        note={`${enquiries === 1 ? 'enquiry' : 'enquiries'}, ${count(submissions)} submitted ${submissions === 1 ? 'brief' : 'briefs'}`}
        isEmpty={enquiries + submissions === 0}
        legend={
          <Legend
            entries={[
              { label: 'Enquiries', isMain: true },
              { label: 'Submissions', isMain: false },
            ]}
          />
        }
        table={{
          columns: ['Month', 'Enquiries', 'Submissions'],
          rows: months.map((month) => [
            monthName(month.month),
            count(month.enquiries),
            count(month.submissions),
          ]),
        }}
      >
        <FlowPlot months={months} />
      </MetricCard>
      <MetricCard
        title="From enquiry to contract"
        total={count(accepted)}
        note={`${accepted === 1 ? 'contract' : 'contracts'} accepted`}
        isEmpty={steps.every((step) => step.count === 0)}
        table={{
          columns: ['Step', 'How many', 'Of the step before'],
          rows: steps.map((step) => [
            step.label,
            count(step.count),
            step.percent === null ? '–' : `${step.percent}%`,
          ]),
        }}
      >
        <FunnelPlot steps={steps} />
      </MetricCard>
      <MetricCard
        title="Value of accepted contracts"
        total={formatUsd(sumOf(months, 'accepted_usd'))}
        note="accepted"
        isEmpty={accepted === 0}
        table={{
          columns: ['Month', 'Contracts', 'Value'],
          rows: months.map((month) => [
            monthName(month.month),
            count(month.contracts_accepted),
            formatUsd(month.accepted_usd),
          ]),
        }}
      >
        <ValuePlot months={months} />
      </MetricCard>
      <MetricCard
        title="Time to approval"
        total={formatDays(average)}
        note={
          average === null
            ? 'no milestone approved yet'
            : 'from review to approval of a milestone, on average'
        }
        isEmpty={approvals === 0}
        table={{
          columns: ['Month', 'Approved', 'On average'],
          rows: months.map((month) => [
            monthName(month.month),
            count(month.approvals),
            formatDays(approvalDays(month)),
          ]),
        }}
      >
        <ApprovalPlot months={months} />
      </MetricCard>
    </div>
  );
}
