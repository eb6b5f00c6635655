import { type FieldOf, isRequired } from '@atelier/domain/onboarding/brief.ts';
import { useController } from 'react-hook-form';
import { localDay } from '../../../lib/format.ts';
import { DateInput } from '../../../ui/forms/date-input.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { useQuestion } from './use-question.ts';

/** A question answered with a day from today on. */
export function DateQuestion({ name }: { name: FieldOf<'date'> }) {
  const { form, label, hint, error } = useQuestion(name);
  const { field } = useController({ control: form.control, name });
  return (
    <Field label={label} error={error} isOptional={!isRequired(name)} hint={hint}>
      <DateInput {...field} min={localDay()} placeholder="Type a date, or choose one" />
    </Field>
  );
}
