import { milestoneProgress, nextMilestone } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { DueDate } from '../../../features/milestones/due-date.tsx';
import { milestoneAnchor } from '../../../features/milestones/milestone-anchor.ts';
import { MilestoneProgress } from '../../../features/milestones/milestone-progress.tsx';
import { MilestoneStatusBadge } from '../../../features/milestones/milestone-status.tsx';
import { Link } from '../../../lib/links.ts';
import { useTabLink } from '../../../lib/tab-link.ts';
import { Card } from '../../../ui/card.tsx';

/** How far the plan is, and what comes next in it. Nothing where there is no plan that its client sees. */
export function ProgressCard({
  milestones,
  isAccepted,
}: {
  milestones: readonly Milestone[];
  isAccepted: boolean;
}) {
  const linkTo = useTabLink();
  if (milestones.length === 0) return null;
  const next = nextMilestone(milestones);
  const { approved } = milestoneProgress(milestones);
  return (
    <Card title="Where it stands" className="print:hidden">
      <MilestoneProgress milestones={milestones} />
      {next ? (
        <div className="grid gap-1">
          <p className="text-sm text-ink-faint">{approved === 0 ? 'First milestone' : 'Next milestone'}</p>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Link
              to={linkTo('milestones', milestoneAnchor(next._id))}
              className="min-w-0 font-semibold wrap-anywhere"
            >
              {next.title}
            </Link>
            <MilestoneStatusBadge status={next.status} />
          </p>
          <p className="text-sm text-ink-soft">
            {next.due && 'Due '}
            <DueDate milestone={next} isAccepted={isAccepted} />
          </p>
        </div>
      ) : (
        <p className="text-ink-soft">Every milestone is done.</p>
      )}
    </Card>
  );
}
