import {
  currentMilestone,
  milestoneAnchor,
  milestoneStatusLabels,
} from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, Milestone as MilestoneIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useDecidesIn } from '../../lib/pages/project-view.ts';
import { useAnchorFocus } from '../../lib/pages/use-anchor-focus.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import {
  ByMailLink,
  DueDate,
  type MilestoneNeeds,
  MilestoneReason,
  MilestoneStatusBadge,
  MilestonesHead,
} from './milestone-facts.tsx';
import { listMilestones } from './milestones.queries.ts';
import { PreviewCard, type PreviewFiles } from './preview-card.tsx';
import { ReviewBox } from './review-box.tsx';

/** One step of the timeline. */
function MilestoneStep({
  project,
  Files,
  Needs,
  milestone,
  isCurrent,
  isAccepted,
  canReview,
  onReviewed,
}: {
  project: Project;
  Files: PreviewFiles;
  Needs: MilestoneNeeds;
  milestone: Milestone;
  isCurrent: boolean;
  /** Whether the contract is accepted. */
  isAccepted: boolean;
  /** Whether the reader decides about this project. */
  canReview: boolean;
  onReviewed: (changed: Milestone) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useAnchorFocus(milestoneAnchor(milestone._id), heading);
  const isDone = milestone.status === 'approved';
  return (
    <li
      id={milestoneAnchor(milestone._id)}
      aria-current={isCurrent ? 'step' : undefined}
      className="relative grid scroll-mt-24 grid-cols-[1.75rem_minmax(0,1fr)] gap-x-4 pb-8 last:pb-0"
    >
      <Mark isDone={isDone} isCurrent={isCurrent} />
      <div className="grid grid-cols-1 gap-3">
        <div className="grid grid-cols-1 gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h3
              ref={heading}
              tabIndex={-1}
              className={clsx(
                'min-w-0 text-lg wrap-anywhere',
                milestone.status === 'cancelled' && 'text-ink-soft line-through',
              )}
            >
              {milestone.title}
            </h3>
            {isCurrent && <Badge tone="accent">Current</Badge>}
            <MilestoneStatusBadge status={milestone.status} />
          </div>
          <p className="text-sm text-ink-soft">
            {milestone.due && <span>Due </span>}
            <DueDate milestone={milestone} isAccepted={isAccepted} side="client" />
          </p>
          <Needs projectId={project._id} milestoneId={milestone._id} />
        </div>
        {milestone.description && (
          <p className="max-w-measure whitespace-pre-line wrap-anywhere">{milestone.description}</p>
        )}
        <MilestoneReason milestone={milestone} />
        <ByMailLink milestone={milestone} />
        {milestone.preview && (
          <PreviewCard project={project} milestone={milestone} preview={milestone.preview} Files={Files} />
        )}
        {canReview && (
          <ReviewBox
            projectId={project._id}
            milestone={milestone}
            heading={heading}
            onReviewed={onReviewed}
          />
        )}
      </div>
    </li>
  );
}

function Mark({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }): ReactNode {
  return (
    <>
      <span
        aria-hidden="true"
        className={clsx(
          'z-1 mt-0.5 grid size-7 place-items-center rounded-full border-2 bg-raised',
          isDone && 'border-success text-success',
          isCurrent && 'border-accent',
          !isDone && !isCurrent && 'border-edge',
        )}
      >
        {isDone && <Check className="size-4" strokeWidth={3} />}
        {isCurrent && <span className="size-2.5 rounded-full bg-accent" />}
      </span>
      <span
        aria-hidden="true"
        className="absolute top-8 bottom-0 left-[0.8125rem] w-0.5 bg-rule in-[li:last-child]:hidden"
      />
    </>
  );
}

/** The announcement of a review. */
const reviewedLine = ({ title, status }: Milestone) =>
  `“${title}” is ${milestoneStatusLabels[status].toLowerCase()} now. The studio has been notified.`;

/**
 * The plan as its client follows it, and approves it step by step.
 * @param isAccepted whether the project's contract is accepted
 * @param Files shows the files of a preview
 * @param Needs shows what is paid for a milestone and before it
 */
export default function ClientMilestones({
  project,
  isAccepted,
  Files,
  Needs,
}: {
  project: Project;
  isAccepted: boolean;
  Files: PreviewFiles;
  Needs: MilestoneNeeds;
}) {
  const query = useQuery(listMilestones(project._id));
  const [announcement, setAnnouncement] = useState('');
  const isOwn = useDecidesIn(project);
  const canReview = isOwn && project.status === 'submitted';
  const milestones = query.data ?? [];
  const current = currentMilestone(milestones);

  return (
    <div className="grid grid-cols-1 gap-4">
      <QueryState query={query} label="Loading milestones…" fallback="Failed to load milestones." />
      {query.data?.length === 0 && (
        <EmptyState icon={<MilestoneIcon aria-hidden="true" />} title="No milestones yet.">
          Once there’s a plan, every step appears here for you to follow and approve.
        </EmptyState>
      )}
      {milestones.length > 0 && (
        <Card>
          <MilestonesHead milestones={milestones} announcement={announcement} />
          <ol aria-label="Milestones" className="grid grid-cols-1">
            {milestones.map((milestone) => (
              <MilestoneStep
                key={milestone._id}
                project={project}
                Files={Files}
                Needs={Needs}
                milestone={milestone}
                isCurrent={milestone === current}
                isAccepted={isAccepted}
                canReview={canReview}
                onReviewed={(changed) => setAnnouncement(reviewedLine(changed))}
              />
            ))}
          </ol>
        </Card>
      )}
    </div>
  );
}
