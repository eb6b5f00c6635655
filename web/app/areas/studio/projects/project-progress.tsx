import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { ProjectProgress } from '@atelier/domain/projects/schema.ts';
import { CalendarClock } from 'lucide-react';
import { formatDate, localDay } from '../../../lib/format.ts';
import { NoValue } from '../../../ui/data-table.tsx';

const short = { notation: 'compact', maximumFractionDigits: 1 } as const;
const compact = new Intl.NumberFormat('en-US', short);
const compactUsd = new Intl.NumberFormat('en-US', { ...short, style: 'currency', currency: 'USD' });

const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** How much of a project's plan is approved: a bar and "2/5". */
export function ProjectPlanBar({ milestones: { total, approved } }: Pick<ProjectProgress, 'milestones'>) {
  if (total === 0) return <NoValue />;
  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      <span aria-hidden="true" className="h-1.5 w-6 overflow-hidden rounded-full bg-neutral-soft">
        <span className="block h-full bg-accent" style={{ width: `${(approved / total) * 100}%` }} />
      </span>
      <span aria-hidden="true">
        {approved}/{total}
      </span>
      <span className="sr-only">
        {approved} of {total} approved
      </span>
    </span>
  );
}

/** The price of the contract; until one is sent, the estimate, marked as such. */
export function ProjectValue({ value }: Pick<ProjectProgress, 'value'>) {
  if (!value) return <NoValue />;
  if (!value.isEstimate) return <span>{formatUsd(value.low)}</span>;
  return (
    <span className="text-ink-soft" title={`Estimate: ${formatUsd(value.low)} to ${formatUsd(value.high)}`}>
      <span aria-hidden="true">est. </span>
      <span className="sr-only">Estimate </span>
      {compactUsd.format(value.low)}–{compact.format(value.high)}
    </span>
  );
}

/** The next due date; in red once it has passed, if the client has agreed to the dates. */
export function NextDue({ nextDue, isAccepted }: Pick<ProjectProgress, 'nextDue' | 'isAccepted'>) {
  if (!nextDue) return <NoValue />;
  const isOverdue = isAccepted && nextDue < localDay();
  return (
    <span className={isOverdue ? 'inline-flex items-baseline gap-1.5 font-semibold text-danger' : undefined}>
      {isOverdue && <CalendarClock aria-hidden="true" className="size-4 shrink-0 self-center" />}
      <time dateTime={nextDue} title={formatDate(nextDue)}>
        {nextDue.slice(0, 4) === localDay().slice(0, 4)
          ? dayOfYear.format(new Date(nextDue))
          : formatDate(nextDue)}
      </time>
      {isOverdue && <span className="sr-only"> overdue</span>}
    </span>
  );
}
