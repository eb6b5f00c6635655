import type { Milestone } from '@atelier/domain/portal/milestones.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureMessage } from '../../../../lib/api-error.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useCreateMilestone } from './create-milestone.ts';
import {
  MilestoneFields,
  type MilestoneFormInput,
  type MilestoneFormOutput,
  milestoneFormSchema,
} from './milestone-fields.tsx';
import { useUpdateMilestone } from './update-milestone.ts';

/**
 * Edits a milestone in its place. Where it was changed meanwhile this is said, what was typed stays, and the next
 * Save is knowingly over the newer words. Where it was deleted meanwhile, what was typed can become a new one.
 */
export function EditMilestone({
  projectId,
  milestone,
  isGone,
  onDone,
}: {
  projectId: string;
  milestone: Milestone;
  isGone: boolean;
  /** Saved, with what is to be said of it, or given up. */
  onDone: (said?: string) => void;
}) {
  const update = useUpdateMilestone(projectId);
  const creation = useCreateMilestone(projectId);
  const isPending = update.isPending || creation.isPending;
  const [seen, setSeen] = useState({ revision: milestone.revision, tries: 0 });
  const form = useForm<MilestoneFormInput, unknown, MilestoneFormOutput>({
    defaultValues: {
      title: milestone.title,
      due: milestone.due ?? '',
      description: milestone.description,
    },
    resolver: zodResolver(milestoneFormSchema),
  });
  // The list was asked again before the failure was told.
  if (update.isError && seen.tries !== update.submittedAt) {
    setSeen({ revision: milestone.revision, tries: update.submittedAt });
  }
  const { dirtyFields } = form.formState;
  const addAgain = form.handleSubmit(async (fields) => {
    const added = await creation
      .mutateAsync({ ...fields, published: milestone.published })
      .catch(() => undefined);
    if (added) onDone(`Added “${added.title}”.`);
  });
  const save = form.handleSubmit(async ({ title, due, description }) => {
    // Only what was changed here: what somebody else changed meanwhile beside it stays.
    const fields = {
      ...(dirtyFields.title && { title }),
      ...(dirtyFields.due && { due }),
      ...(dirtyFields.description && { description }),
    };
    if (Object.keys(fields).length === 0) return onDone();
    const saved = await update
      .mutateAsync({ id: milestone._id, revision: seen.revision, fields })
      .catch(() => undefined);
    if (saved) onDone('Saved.');
  });
  return (
    <form
      noValidate
      aria-label={`Edit ${milestone.title}`}
      onSubmit={isGone ? addAgain : save}
      onKeyDown={(event) => event.key === 'Escape' && !isPending && onDone()}
      className="grid grid-cols-1 gap-4 text-left text-base font-normal"
    >
      <MilestoneFields form={form} hasFocus />
      {isGone && (
        <Alert tone="warning" title="This milestone was deleted meanwhile">
          What you typed is still here. Add it as a new milestone, or let it go.
        </Alert>
      )}
      {creation.isError && (
        <Alert tone="danger">{failureMessage(creation.error, 'Failed to create milestone.')}</Alert>
      )}
      {update.isError && !isGone && (
        <Alert tone="danger">{failureMessage(update.error, 'Failed to update milestone.')}</Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isPending={isPending} pendingLabel={isGone ? 'Adding…' : 'Saving…'}>
          {isGone ? 'Add as a new milestone' : 'Save'}
        </Button>
        <Button variant="secondary" onClick={() => onDone()} aria-disabled={isPending || undefined}>
          {isGone ? 'Let it go' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}
