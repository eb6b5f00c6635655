import { type MilestoneStatus, milestoneProgress } from '@atelier/domain/milestones/rules.ts';
import { Progress } from '../../ui/feedback/progress.tsx';

/** How much of the plan is approved, over the milestones that the viewer sees. */
export function MilestoneProgress({ milestones }: { milestones: readonly { status: MilestoneStatus }[] }) {
  const { approved, total, percent } = milestoneProgress(milestones);
  return (
    <Progress label="Progress" value={percent} text={`${approved} of ${total} approved · ${percent}%`} />
  );
}
