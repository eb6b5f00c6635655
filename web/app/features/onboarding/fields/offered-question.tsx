import { questions } from '@atelier/content/questions.ts';
import type { FieldOf } from '@atelier/domain/onboarding/brief.ts';
import { useWatch } from 'react-hook-form';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { useQuestion } from './use-question.ts';

/** A question answered from a list that content/ offers. */
export function OfferedQuestion({ name }: { name: FieldOf<'offered'> }) {
  const { form, label, hint, error } = useQuestion(name);
  const chosen = useWatch({ control: form.control, name });
  const { offered } = questions[name];
  // An answer that is no longer offered stays until another is chosen.
  const choices = offered.includes(chosen) || chosen === '' ? offered : [...offered, chosen];
  return (
    <Field label={label} error={error} hint={hint}>
      <Select choices={choices.map((value) => ({ value, label: value }))} {...form.register(name)} />
    </Field>
  );
}
