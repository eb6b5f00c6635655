import { type Milestone, needsChangesSchema } from '@atelier/domain/milestones/schema.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useId } from 'react';
import { useForm } from 'react-hook-form';
import { failureMessage } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useReviewMilestone } from './review-milestone.ts';

/** Asks what should change. What was typed stays until it has arrived, also when the window is closed meanwhile. */
export function NeedsChangesDialog({
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
  /** Where the keyboard goes once the buttons are gone. */
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
        {review.isError && (
          <Alert tone="danger">{failureMessage(review.error, 'Failed to update milestone.')}</Alert>
        )}
      </form>
    </Dialog>
  );
}
