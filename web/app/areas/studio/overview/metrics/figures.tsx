import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { MonthFigures } from '@atelier/domain/projects/schema.ts';
import { FigureCard } from './figure-card.tsx';
import { approvalDays, formatDays, funnelSteps, monthName, sumOf } from './figure-values.ts';
import { Legend } from './plot-parts.tsx';
import { ApprovalPlot, FlowPlot, FunnelPlot, ValuePlot } from './plots.tsx';

const count = (value: number) => value.toLocaleString('en-US');

/** How the studio did, month by month. */
export default function Figures({ months }: { months: readonly MonthFigures[] }) {
  const enquiries = sumOf(months, 'enquiries');
  const submissions = sumOf(months, 'submissions');
  const accepted = sumOf(months, 'contracts_accepted');
  const approvals = sumOf(months, 'approvals');
  const steps = funnelSteps(months);
  const average = approvalDays({ approvals, approval_seconds: sumOf(months, 'approval_seconds') });
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <FigureCard
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
      </FigureCard>
      <FigureCard
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
      </FigureCard>
      <FigureCard
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
      </FigureCard>
      <FigureCard
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
      </FigureCard>
    </div>
  );
}
