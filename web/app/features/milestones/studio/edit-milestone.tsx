import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { useCreateMilestone } from './create-milestone.ts';
import { fieldsOf, keepEdit, readEdits } from './kept-forms.ts';
import { MilestoneFields } from './milestone-fields.tsx';
import { useUpdateMilestone } from './update-milestone.ts';
import { useKeptForm } from './use-kept-form.ts';

/**
 * Edits a milestone in its place. Where it was changed meanwhile this is said, what was typed stays, and the next
 * Save is knowingly over the newer words. Where it was deleted meanwhile, what was typed can become a new one.
 */
export function EditMilestone({
  projectId,
  milestone,
  place,
  isGone,
  onDone,
}: {
  projectId: string;
  milestone: Milestone;
  /** Its place in the plan, from 0. */
  place: number;
  isGone: boolean;
  /** Saved, with what is to be said of it, or given up. */
  onDone: (said?: string) => void;
}) {
  const update = useUpdateMilestone(projectId);
  const creation = useCreateMilestone(projectId);
  const isPending = update.isPending || creation.isPending;
  const [kept] = useState(() => readEdits(projectId)[milestone._id]);
  const [begun] = useState(kept?.milestone ?? milestone);
  const [seen, setSeen] = useState({ revision: begun.revision, tries: 0 });
  const form = useKeptForm({
    begin: fieldsOf(begun),
    kept: kept?.fields,
    onTyped: (fields) =>
      keepEdit(projectId, milestone._id, fields && { milestone: begun, place: kept?.place ?? place, fields }),
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
      <MilestoneFields form={form} hasFocus={!kept} />
      {kept && <p className="text-sm text-ink-soft">You left this unsaved. Your text is still here.</p>}
      {isGone && (
        <Alert tone="warning" title="This milestone has been deleted">
          What you typed is still here. Add it as a new milestone, or discard it.
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
          {isGone ? 'Discard' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}
