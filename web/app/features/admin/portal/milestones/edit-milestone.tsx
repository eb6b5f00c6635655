import type { Milestone } from '@atelier/domain/portal/milestones.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureMessage } from '../../../../lib/api-error.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import {
  MilestoneFields,
  type MilestoneFormInput,
  type MilestoneFormOutput,
  milestoneFormSchema,
} from './milestone-fields.tsx';
import { useUpdateMilestone } from './update-milestone.ts';

/**
 * Edits a milestone in its place. Where it was changed meanwhile this is said, what was typed stays, and the next
 * Save is knowingly over the newer words.
 */
export function EditMilestone({
  projectId,
  milestone,
  onDone,
}: {
  projectId: string;
  milestone: Milestone;
  /** Saved, or given up. */
  onDone: (saved: boolean) => void;
}) {
  const update = useUpdateMilestone(projectId);
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
  const save = form.handleSubmit(async ({ title, due, description }) => {
    // Only what was changed here: what somebody else changed meanwhile beside it stays.
    const fields = {
      ...(dirtyFields.title && { title }),
      ...(dirtyFields.due && { due }),
      ...(dirtyFields.description && { description }),
    };
    if (Object.keys(fields).length === 0) return onDone(false);
    const saved = await update
      .mutateAsync({ id: milestone._id, revision: seen.revision, fields })
      .catch(() => undefined);
    if (saved) onDone(true);
  });
  return (
    <form
      noValidate
      aria-label={`Edit ${milestone.title}`}
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && !update.isPending && onDone(false)}
      className="grid grid-cols-1 gap-4 text-left text-base font-normal"
    >
      <MilestoneFields form={form} hasFocus />
      {update.isError && (
        <Alert tone="danger">{failureMessage(update.error, 'Failed to update milestone.')}</Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isPending={update.isPending} pendingLabel="Saving…">
          Save
        </Button>
        <Button
          variant="secondary"
          onClick={() => onDone(false)}
          aria-disabled={update.isPending || undefined}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
