import { currentMilestone } from '@atelier/domain/milestones/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Milestone as MilestoneIcon } from 'lucide-react';
import { useState } from 'react';
import { useIsClientOf } from '../../lib/client-view.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { listMilestones } from './list-milestones.ts';
import { MilestoneStep, reviewedLine } from './milestone-step.tsx';
import { MilestonesHead } from './milestones-head.tsx';

/**
 * The plan as its client follows it, and approves it step by step.
 * @param isAccepted whether the project's contract is accepted
 */
export function ClientMilestones({ project, isAccepted }: { project: Project; isAccepted: boolean }) {
  const query = useQuery(listMilestones(project._id));
  const [said, setSaid] = useState('');
  const isOwn = useIsClientOf(project);
  const canReview = isOwn && project.status === 'submitted';
  const milestones = query.data ?? [];
  const current = currentMilestone(milestones);

  if (query.isPending) return <SkeletonList label="Loading milestones…" />;
  return (
    <div className="grid grid-cols-1 gap-4">
      {query.isError && (
        <LoadFailure
          error={query.error}
          fallback="Failed to load milestones."
          onRetry={() => query.refetch()}
        />
      )}
      {query.data?.length === 0 && (
        <EmptyState icon={<MilestoneIcon aria-hidden="true" />} title="No milestones yet.">
          Once there’s a plan, every step appears here for you to follow and approve.
        </EmptyState>
      )}
      {milestones.length > 0 && (
        <Card>
          <MilestonesHead milestones={milestones} said={said} />
          <ol aria-label="Milestones" className="grid grid-cols-1">
            {milestones.map((milestone) => (
              <MilestoneStep
                key={milestone._id}
                projectId={project._id}
                milestone={milestone}
                isCurrent={milestone === current}
                isAccepted={isAccepted}
                canReview={canReview}
                onReviewed={(changed) => setSaid(reviewedLine(changed))}
              />
            ))}
          </ol>
        </Card>
      )}
    </div>
  );
}
