import type { MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';

const captions: Partial<Record<MilestoneStatus, string>> = {
  needs_changes: 'What should change',
  blocked: 'Why',
  cancelled: 'Why',
};

/** What was written when a milestone got its status. */
export function MilestoneReason({
  milestone: { reason, status },
}: {
  milestone: Pick<Milestone, 'reason' | 'status'>;
}) {
  if (!reason) return null;
  return (
    <figure className="grid grid-cols-1 gap-1 border-l-2 border-warning pl-4 text-sm">
      <figcaption className="font-semibold">{captions[status] ?? 'A note from the studio'}</figcaption>
      <blockquote className="whitespace-pre-line wrap-anywhere text-ink-soft">{reason}</blockquote>
    </figure>
  );
}
