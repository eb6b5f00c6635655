import { milestoneActions } from '@atelier/domain/milestones/rules.ts';
import { type Milestone, needsChangesSchema } from '@atelier/domain/milestones/schema.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/feedback/query-state.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useReviewMilestone } from './milestones.queries.ts';

/**
 * Asks what should change. The text stays until it has arrived, also while the dialog is closed.
 */
function NeedsChangesDialog({
  projectId,
  milestone,
  isOpen,
  onClose,
  onSent,
  finalFocus,
}: {
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
  const form = useForm({ defaultValues: { reason: '' }, resolver: zodResolver(needsChangesSchema) });
  const send = form.handleSubmit(async ({ reason }) => {
    const changed = await review
      .mutateAsync({ milestone, status: 'needs_changes', reason })
      .catch(() => undefined);
    if (!changed) return;
    form.reset();
    onSent(changed);
  });
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
        <Field label="Your reason" error={form.formState.errors.reason?.message} isRequired>
          <Textarea
            {...form.register('reason')}
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
      <FailureAlert error={approval.error} fallback="Failed to update milestone." />
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
