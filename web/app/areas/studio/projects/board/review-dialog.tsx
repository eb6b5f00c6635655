import { milestoneNotifications } from '@atelier/domain/milestones/events.ts';
import { UNDO_SECONDS } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { type RefObject, useState } from 'react';
import { failureMessage } from '../../../../lib/api/api-error.ts';
import { useCall } from '../../../../lib/api/use-call.ts';
import { ChoiceGroup } from '../../../../ui/forms/choices.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/dialog.tsx';

/** Asks before a milestone is sent for review, and which one where several are under way. */
export function ReviewDialog({
  milestones,
  email,
  onSend,
  onClose,
  finalFocus,
}: {
  /** Those under way; undefined while the dialog is closed. */
  milestones: readonly Milestone[] | undefined;
  /** Who gets the mail. */
  email: string;
  onSend: (milestone: Milestone) => Promise<void>;
  onClose: () => void;
  /** Takes the focus once the card has moved. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  // Keeps its text while the dialog fades out.
  const [asked, setAsked] = useState(milestones);
  const [chosenId, setChosenId] = useState('');
  const sending = useCall(onSend);
  if (milestones && milestones !== asked) {
    setAsked(milestones);
    setChosenId('');
    sending.reset();
  }
  const chosen = asked?.find(({ _id }) => _id === chosenId) ?? asked?.[0];
  if (!asked || !chosen) return null;
  return (
    <ConfirmDialog
      isOpen={milestones !== undefined}
      title={asked.length === 1 ? `Send “${chosen.title}” for review?` : 'Send a milestone for review?'}
      description={
        <span className="wrap-anywhere">
          {email} gets the email “{milestoneNotifications.milestone_review.client}”, unless they’ve turned
          those off. You can undo it for {UNDO_SECONDS} seconds.
        </span>
      }
      confirmLabel="Send for review"
      pendingLabel="Sending…"
      isPending={sending.isPending}
      error={sending.error ? failureMessage(sending.error, 'Failed to update milestone.') : undefined}
      onConfirm={() => sending.mutate(chosen)}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      {asked.length > 1 && (
        <ChoiceGroup
          legend="Which one?"
          layout="list"
          choices={asked.map(({ _id, title }) => ({ value: _id, label: title }))}
          value={chosen._id}
          onChange={setChosenId}
        />
      )}
    </ConfirmDialog>
  );
}
