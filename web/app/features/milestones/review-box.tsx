import { milestoneActions } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { type RefObject, useState } from 'react';
import { failureMessage } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { NeedsChangesDialog } from './needs-changes-dialog.tsx';
import { useReviewMilestone } from './review-milestone.ts';

/** Where the client says what they think of a milestone in review; nothing in any other state. */
export function ReviewBox({
  projectId,
  milestone,
  heading,
  onReviewed,
}: {
  projectId: string;
  milestone: Milestone;
  /** Takes the keyboard when the buttons are gone. */
  heading: RefObject<HTMLElement | null>;
  onReviewed: (changed: Milestone) => void;
}) {
  const approval = useReviewMilestone(projectId);
  const [isAsking, setAsking] = useState(false);
  const approve = () =>
    approval.mutate(
      { milestone, status: 'approved' },
      {
        onSuccess: (changed) => {
          heading.current?.focus();
          onReviewed(changed);
        },
      },
    );
  const isOpen = milestoneActions('client', milestone.status).length > 0;
  return (
    <>
      {approval.isError && (
        <Alert tone="danger">{failureMessage(approval.error, 'Failed to update milestone.')}</Alert>
      )}
      {isOpen && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken p-4 print:hidden">
          <p className="min-w-40 flex-1 text-sm">Ready for you: take a look, then say what you think.</p>
          <div className="flex flex-wrap gap-2">
            <Button isPending={approval.isPending} pendingLabel="Approving…" onClick={approve}>
              Approve
            </Button>
            <Button
              variant="secondary"
              onClick={() => setAsking(true)}
              aria-disabled={approval.isPending || undefined}
            >
              Needs changes
            </Button>
          </div>
        </div>
      )}
      <NeedsChangesDialog
        projectId={projectId}
        milestone={milestone}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onSent={(changed) => {
          setAsking(false);
          onReviewed(changed);
        }}
        finalFocus={heading}
      />
    </>
  );
}
