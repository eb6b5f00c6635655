import { type MilestoneStatus, milestoneStatusLabels } from '@atelier/domain/milestones/rules.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/tone.ts';

const tones: Record<MilestoneStatus, Tone> = {
  pending: 'neutral',
  in_progress: 'info',
  in_review: 'warning',
  needs_changes: 'warning',
  approved: 'success',
  blocked: 'danger',
  cancelled: 'neutral',
};

/** A milestone's status in a word. */
export function MilestoneStatusBadge({ status }: { status: MilestoneStatus }) {
  return <Badge tone={tones[status]}>{milestoneStatusLabels[status]}</Badge>;
}
