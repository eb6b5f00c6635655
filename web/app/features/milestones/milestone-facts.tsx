import {
  type MilestoneStatus,
  milestoneDueState,
  milestoneProgress,
  milestoneStatusLabels,
} from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import { clsx } from 'clsx';
import type { ComponentType } from 'react';
import { formatDate, localDay } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/feedback/alert.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { StatusLine } from '../../ui/feedback/status.tsx';

/** Shows what is paid for a milestone and before it, and what its client brings for it; nothing where nothing is. */
export type MilestoneNeeds = ComponentType<{ projectId: string; milestoneId: string }>;

const tones: Record<MilestoneStatus, Tone> = {
  pending: 'neutral',
  in_progress: 'info',
  in_review: 'warning',
  needs_changes: 'warning',
  approved: 'success',
  blocked: 'danger',
  cancelled: 'neutral',
};

/** A milestone's status as a badge. */
export function MilestoneStatusBadge({ status }: { status: MilestoneStatus }) {
  return <Badge tone={tones[status]}>{milestoneStatusLabels[status]}</Badge>;
}

export function DueDate({
  milestone,
  isAccepted,
  side,
}: {
  milestone: Pick<Milestone, 'due' | 'status'>;
  /** Whether the project's contract is accepted, as far as it is known. */
  isAccepted: boolean;
  /** Whose screen it is. */
  side: ProjectSide;
}) {
  const { due } = milestone;
  const state = milestoneDueState(milestone, { today: localDay(), isAccepted, side });
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {due ? <time dateTime={due}>{formatDate(due)}</time> : <span>No due date</span>}
      {state === 'overdue' && <Badge tone="danger">Overdue</Badge>}
      {state === 'due-soon' && <Badge tone="warning">Due soon</Badge>}
    </span>
  );
}

const captions: Partial<Record<MilestoneStatus, string>> = {
  needs_changes: 'What should change',
  blocked: 'Why',
  cancelled: 'Why',
  approved: 'Said with the approval',
};

const isAboutTrouble = (status: MilestoneStatus) => status === 'needs_changes' || status === 'blocked';

/** The note written with a milestone’s last change of status. */
export function MilestoneReason({
  milestone: { reason, status },
}: {
  milestone: Pick<Milestone, 'reason' | 'status'>;
}) {
  if (!reason) return null;
  return (
    <figure
      className={clsx(
        'grid max-w-measure grid-cols-1 gap-1 border-l-2 pl-4 text-sm',
        isAboutTrouble(status) ? 'border-warning' : 'border-edge',
      )}
    >
      <figcaption className="font-semibold">{captions[status] ?? 'A note from the studio'}</figcaption>
      <blockquote className="whitespace-pre-line wrap-anywhere text-ink-soft">{reason}</blockquote>
    </figure>
  );
}

/** Says that the client answered with the link of an email; nothing otherwise. */
export function ByMailLink({ milestone }: { milestone: Pick<Milestone, 'byMailLink' | 'status'> }) {
  if (!milestone.byMailLink) return null;
  const answered = milestone.status === 'approved' ? 'Approved' : 'Answered';
  return <p className="text-sm text-ink-faint">{answered} by mail link</p>;
}

/** How much of the plan is approved, over the milestones that the viewer sees. */
export function MilestoneProgress({ milestones }: { milestones: readonly { status: MilestoneStatus }[] }) {
  const { approved, total, percent } = milestoneProgress(milestones);
  return (
    <Progress label="Progress" value={percent} text={`${approved} of ${total} approved · ${percent}%`} />
  );
}

/** The progress of a plan, and the last announcement. */
export function MilestonesHead({
  milestones,
  announcement,
}: {
  milestones: readonly Milestone[];
  announcement: string;
}) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <MilestoneProgress milestones={milestones} />
      <StatusLine tone="success" className="-mb-3">
        {announcement}
      </StatusLine>
    </div>
  );
}
