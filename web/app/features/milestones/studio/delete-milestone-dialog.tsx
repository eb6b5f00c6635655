import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { type RefObject, useState } from 'react';
import { failureMessage } from '../../../lib/api-error.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useDeleteMilestone } from './delete-milestone.ts';

/** Asks before a milestone is deleted. */
export function DeleteMilestoneDialog({
  projectId,
  milestone,
  onClose,
  onDeleted,
  finalFocus,
}: {
  projectId: string;
  /** The one in question as it is now; undefined while there is none. */
  milestone: Milestone | undefined;
  onClose: () => void;
  onDeleted: (milestone: Milestone) => void;
  /** Where the keyboard goes once the row is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  // Stays while the window fades out, when there is none any more.
  const [asked, setAsked] = useState(milestone);
  const [isGone, setGone] = useState(false);
  const removal = useDeleteMilestone(projectId);
  if (milestone && milestone !== asked) {
    setAsked(milestone);
    if (milestone._id !== asked?._id) {
      setGone(false);
      removal.reset();
    }
  }
  return (
    <ConfirmDialog
      isOpen={milestone !== undefined}
      title={asked && `Delete “${asked.title}”?`}
      description={
        asked?.published
          ? 'It disappears for your client too. This can’t be undone.'
          : 'Your client hasn’t seen it. This can’t be undone.'
      }
      confirmLabel="Delete milestone"
      pendingLabel="Deleting…"
      isDangerous
      isPending={removal.isPending}
      error={removal.error ? failureMessage(removal.error, 'Failed to delete milestone.') : undefined}
      onConfirm={() =>
        asked &&
        removal.mutate(asked, {
          onSuccess: () => {
            setGone(true);
            onDeleted(asked);
            onClose();
          },
        })
      }
      onClose={() => {
        removal.reset();
        onClose();
      }}
      finalFocus={isGone ? finalFocus : undefined}
    />
  );
}
