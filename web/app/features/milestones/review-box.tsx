import { milestoneActions } from '@atelier/domain/milestones/rules.ts';
import { type Milestone, needsChangesSchema } from '@atelier/domain/milestones/schema.ts';
import { type FormEvent, type RefObject, useId, useState } from 'react';
import { landOn } from '../../lib/pages/land-on.ts';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/feedback/query-state.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useReviewMilestone } from './milestones.queries.ts';

/** What the client writes with either answer. */
interface NoteProps {
  note: string;
  onNote: (note: string) => void;
}

/**
 * Asks what should change. The text stays until it has arrived, also while the dialog is closed.
 */
function NeedsChangesDialog({
  projectId,
  milestone,
  note,
  onNote,
  isOpen,
  onClose,
  onSent,
  finalFocus,
}: NoteProps & {
  projectId: string;
  milestone: Milestone;
  isOpen: boolean;
  onClose: () => void;
  onSent: (changed: Milestone) => void;
  /** Takes the focus once the buttons are gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const formId = useId();
  const review = useReviewMilestone(projectId);
  const [wasSent, setSent] = useState(false);
  const parsed = needsChangesSchema.safeParse({ reason: note });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (!parsed.success || review.isPending) return;
    const { reason } = parsed.data;
    review.mutate(
      { milestone, status: 'needs_changes', reason },
      { onSuccess: (reply) => onSent(reply.milestone) },
    );
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => !review.isPending && onClose()}
      title="What should change?"
      description={`“${milestone.title}” goes back to the studio with what you write here. Your message also appears in Feedback.`}
      finalFocus={milestone.status === 'in_review' ? undefined : finalFocus}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} aria-disabled={review.isPending || undefined}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={review.isPending} pendingLabel="Sending…">
            Ask for changes
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={send} className="grid grid-cols-1 gap-4">
        <Field label="Your reason" error={wasSent ? parsed.error?.issues[0]?.message : undefined} isRequired>
          <Textarea
            value={note}
            onChange={(event) => onNote(event.target.value)}
            placeholder="The headline is perfect. The second picture feels too dark…"
          />
        </Field>
        <FailureAlert error={review.error} fallback="Failed to update milestone." />
      </form>
    </Dialog>
  );
}

/** The review of a milestone by its client; only the errors outside of review. */
export function ReviewBox({
  projectId,
  milestone,
  heading,
  onReviewed,
}: {
  projectId: string;
  milestone: Milestone;
  /** Takes the focus once the buttons are gone. */
  heading: RefObject<HTMLElement | null>;
  onReviewed: (changed: Milestone) => void;
}) {
  const approval = useReviewMilestone(projectId);
  const [isAsking, setAsking] = useState(false);
  const [note, setNote] = useState('');
  const [hasNote, setHasNote] = useState(false);
  const end = (changed: Milestone) => {
    setNote('');
    setHasNote(false);
    onReviewed(changed);
  };
  const approve = () =>
    approval.mutate(
      { milestone, status: 'approved', reason: hasNote ? note.trim() : '' },
      {
        onSuccess: ({ milestone: changed }) => {
          landOn(heading.current);
          end(changed);
        },
      },
    );
  const isOpen = milestoneActions('client', milestone.status).length > 0;
  return (
    <>
      <FailureAlert error={approval.error} fallback="Failed to update milestone." />
      {isOpen && (
        <div className="grid grid-cols-1 gap-3 rounded-md bg-sunken p-4 print:hidden">
          <div className="flex flex-wrap items-center justify-between gap-3">
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
          {hasNote ? (
            <Field label="Note to the studio" isOptional hint="Sent with your answer.">
              <Textarea
                autoFocus
                rows={2}
                maxLength={5_000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          ) : (
            <Button
              size="sm"
              variant="quiet"
              className="-my-1 -ml-3 justify-self-start"
              aria-label={`Add a note about ${milestone.title}`}
              onClick={() => setHasNote(true)}
            >
              Add a note
            </Button>
          )}
        </div>
      )}
      <NeedsChangesDialog
        projectId={projectId}
        milestone={milestone}
        note={note}
        onNote={setNote}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onSent={(changed) => {
          setAsking(false);
          end(changed);
        }}
        finalFocus={heading}
      />
    </>
  );
}
