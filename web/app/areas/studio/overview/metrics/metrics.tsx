import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { MonthMetrics } from '@atelier/domain/projects/schema.ts';
import { MetricCard } from '../../plots/metric-card.tsx';
import { Legend } from '../../plots/month-bars.tsx';
import { formatDays, monthName } from '../../plots/plot-words.ts';
import { approvalDays, funnelSteps, sumOf } from './metric-values.ts';
import { ApprovalPlot, FlowPlot, FunnelPlot, ValuePlot } from './plots.tsx';

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
