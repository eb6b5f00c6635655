import { milestoneDueState } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { formatDate, localDay } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';

/** When a milestone is due, and whether that is soon or was before today, in the reader's own time zone. */
export function DueDate({
  milestone,
  isAccepted,
}: {
  milestone: Pick<Milestone, 'due' | 'status'>;
  /** Whether the project's contract is accepted, as far as it is known. */
  isAccepted: boolean;
}) {
  const { due } = milestone;
  const state = milestoneDueState(milestone, { today: localDay(), isAccepted });
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {due ? <time dateTime={due}>{formatDate(due)}</time> : 'No due date'}
      {state === 'overdue' && <Badge tone="danger">Overdue</Badge>}
      {state === 'due-soon' && <Badge tone="warning">Due soon</Badge>}
    </span>
  );
}
