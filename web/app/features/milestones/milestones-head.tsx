import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { MilestoneProgress } from './milestone-progress.tsx';

/** The top of a plan: how far it is, and what was just done to it. */
export function MilestonesHead({ milestones, said }: { milestones: readonly Milestone[]; said: string }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <MilestoneProgress milestones={milestones} />
      <StatusLine tone="success" className="-mb-3">
        {said}
      </StatusLine>
    </div>
  );
}
