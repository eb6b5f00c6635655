import { createMilestoneSchema } from '@atelier/domain/milestones/schema.ts';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { DateInput } from '../../../ui/forms/date-input.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';

/** What the studio fills in for a milestone. */
export const milestoneFormSchema = createMilestoneSchema.pick({ title: true, due: true, description: true });
export type MilestoneFormInput = z.input<typeof milestoneFormSchema>;
export type MilestoneFormOutput = z.output<typeof milestoneFormSchema>;
export type MilestoneForm = UseFormReturn<MilestoneFormInput, unknown, MilestoneFormOutput>;

/** Title, due date and description, for adding a milestone and for editing one. */
export function MilestoneFields({ form, hasFocus = false }: { form: MilestoneForm; hasFocus?: boolean }) {
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
