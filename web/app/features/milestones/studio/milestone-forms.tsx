import { createMilestoneSchema, type Milestone } from '@atelier/domain/milestones/schema.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { DateInput } from '../../../ui/forms/date-input.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { useCreateMilestone, useUpdateMilestone } from '../milestones.queries.ts';
import { fieldsOf, type KeptFields, keepAddition, keepEdit, readAddition, readEdits } from './kept-forms.ts';

/** What the studio fills in for a milestone. */
const milestoneFormSchema = createMilestoneSchema.pick({ title: true, due: true, description: true });
type MilestoneFormInput = z.input<typeof milestoneFormSchema>;
type MilestoneFormOutput = z.output<typeof milestoneFormSchema>;
type MilestoneForm = UseFormReturn<MilestoneFormInput, unknown, MilestoneFormOutput>;

/** Title, due date and description, for adding a milestone and for editing one. */
function MilestoneFields({ form, hasFocus = false }: { form: MilestoneForm; hasFocus?: boolean }) {
  const { errors } = form.formState;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <Field label="Title" error={errors.title?.message} isRequired>
        <Input {...form.register('title')} autoFocus={hasFocus} autoComplete="off" />
      </Field>
      <Field label="Due" error={errors.due?.message} isOptional>
        <Controller
          control={form.control}
          name="due"
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <DateInput value={typeof value === 'string' ? value : ''} {...{ onChange, onBlur, ref }} />
          )}
        />
      </Field>
      <Field label="Description" error={errors.description?.message} isOptional className="sm:col-span-full">
        <Textarea {...form.register('description')} rows={3} />
      </Field>
    </div>
  );
}

/**
 * The form of a milestone, which passes its text to `onTyped`, or undefined while unchanged. `kept`
 * is the text from the last visit.
 */
function useKeptForm({
  begin,
  kept,
  onTyped,
}: {
  begin: KeptFields;
  kept: KeptFields | undefined;
  onTyped: (typed: KeptFields | undefined) => void;
}): MilestoneForm {
  const form = useForm<MilestoneFormInput, unknown, MilestoneFormOutput>({
    defaultValues: begin,
    resolver: zodResolver(milestoneFormSchema),
  });
  const restore = useEffectEvent(() => {
    if (kept) form.reset(kept, { keepDefaultValues: true });
  });
  const note = useEffectEvent(({ title = '', due, description = '' }: Partial<MilestoneFormInput>) => {
    const typed = { title, due: due ?? '', description };
    const isTouched =
      typed.title !== begin.title || typed.due !== begin.due || typed.description !== begin.description;
    onTyped(isTouched ? typed : undefined);
  });
  useEffect(() => {
    restore();
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => note(values) });
  }, [form]);
  return form;
}

const EMPTY = { title: '', due: '', description: '' };

/** Adds milestones: a button that opens their form, which stays open with text that was left in it. */
export function AddMilestone({ projectId, hasDrafts }: { projectId: string; hasDrafts: boolean }) {
  const [isOpen, setOpen] = useState(() => readAddition(projectId) !== undefined);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) {
    return <AddMilestoneForm projectId={projectId} hasDrafts={hasDrafts} onDone={() => setOpen(false)} />;
  }
  return (
    <Button
      ref={opener}
      size="sm"
      variant="secondary"
      className="justify-self-start"
      onClick={() => setOpen(true)}
    >
      <Plus aria-hidden="true" className="size-4" />
      Add a milestone
    </Button>
  );
}

/** The form that adds a milestone at the end. Beside drafts it may be one of them. */
function AddMilestoneForm({
  projectId,
  hasDrafts,
  onDone,
}: {
  projectId: string;
  hasDrafts: boolean;
  onDone: () => void;
}) {
  const creation = useCreateMilestone(projectId);
  const [kept] = useState(() => readAddition(projectId));
  const [isDraft, setDraft] = useState(kept?.isDraft ?? true);
  const [announcement, setAnnouncement] = useState('');
  const form = useKeptForm({
    begin: EMPTY,
    kept: kept?.fields,
    onTyped: (fields) => keepAddition(projectId, fields && { fields, isDraft }),
  });
  const add = form.handleSubmit(async (fields) => {
    setAnnouncement('');
    const published = !(hasDrafts && isDraft);
    const added = await creation.mutateAsync({ ...fields, published }).catch(() => undefined);
    if (!added) return;
    form.reset(EMPTY);
    keepAddition(projectId, undefined);
    form.setFocus('title');
    setAnnouncement(`Added “${added.title}”${added.published ? '' : ' as a draft'}.`);
  });
  return (
    <Card title="Add a milestone">
      <form noValidate onSubmit={add} className="grid grid-cols-1 gap-4">
        <MilestoneFields form={form} hasFocus={!kept} />
        {hasDrafts && (
          <Checkbox
            label="Keep it a draft"
            description="It’s published with your other drafts."
            checked={isDraft}
            onChange={(event) => setDraft(event.target.checked)}
          />
        )}
        <FailureAlert error={creation.error} fallback="Failed to create milestone." />
        <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
          <Button type="submit" isPending={creation.isPending} pendingLabel="Adding…">
            Add milestone
          </Button>
          <Button variant="quiet" aria-disabled={creation.isPending || undefined} onClick={onDone}>
            Close
          </Button>
          <StatusLine tone="success">{announcement}</StatusLine>
        </div>
      </form>
    </Card>
  );
}

/**
 * Edits a milestone in its place. A conflict with another change is shown, the typed text stays, and the next Save
 * overwrites the newer words knowingly. If the milestone was deleted meanwhile, the text can become a new one.
 */
export function EditMilestone({
  projectId,
  milestone,
  place,
  isDeleted,
  onDone,
}: {
  projectId: string;
  milestone: Milestone;
  /** Its place in the plan, from 0. */
  place: number;
  isDeleted: boolean;
  /** Saved, with an announcement, or given up. */
  onDone: (announcement?: string) => void;
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
  // The list was refetched before the failure is shown.
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
    // Only what was changed here: another admin's change of another field stays.
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
      onSubmit={isDeleted ? addAgain : save}
      onKeyDown={(event) => event.key === 'Escape' && !isPending && onDone()}
      className="grid grid-cols-1 gap-4 text-left text-base font-normal"
    >
      <MilestoneFields form={form} hasFocus={!kept} />
      {kept && <p className="text-sm text-ink-soft">You left this unsaved. Your text is still here.</p>}
      {isDeleted && (
        <Alert tone="warning" title="This milestone has been deleted">
          What you typed is still here. Add it as a new milestone, or discard it.
        </Alert>
      )}
      <FailureAlert error={creation.error} fallback="Failed to create milestone." />
      {!isDeleted && <FailureAlert error={update.error} fallback="Failed to update milestone." />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isPending={isPending} pendingLabel={isDeleted ? 'Adding…' : 'Saving…'}>
          {isDeleted ? 'Add as a new milestone' : 'Save'}
        </Button>
        <Button variant="secondary" onClick={() => onDone()} aria-disabled={isPending || undefined}>
          {isDeleted ? 'Discard' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}
