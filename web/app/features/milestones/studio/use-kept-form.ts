import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent } from 'react';
import { useForm } from 'react-hook-form';
import type { KeptFields } from './kept-forms.ts';
import {
  type MilestoneForm,
  type MilestoneFormInput,
  type MilestoneFormOutput,
  milestoneFormSchema,
} from './milestone-fields.tsx';

/**
 * The form of a milestone, which passes its text to `onTyped`, or undefined while unchanged. `kept`
 * is the text from the last visit.
 */
export function useKeptForm({
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
