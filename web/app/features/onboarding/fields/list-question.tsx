import type { FieldOf } from '@atelier/domain/onboarding/brief.ts';
import { splitCommaList } from '@atelier/domain/text.ts';
import { useController } from 'react-hook-form';
import { afterPress } from '../../../ui/forms/after-press.ts';
import { ChipInput } from '../../../ui/forms/chip-input.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { useQuestion } from './use-question.ts';

/** A question answered with a list of short texts. */
export function ListQuestion({ name }: { name: FieldOf<'entries'> }) {
  const { form, label, hint, placeholder, error } = useQuestion(name);
  const { field } = useController({ control: form.control, name });
  return (
    <Field label={label} hint={hint} error={error} isOptional>
      <ChipInput
        ref={field.ref}
        value={field.value}
        onChange={field.onChange}
        onBlur={() => afterPress(field.onBlur)}
        {...placeholder}
      />
    </Field>
  );
}

/** A list that the brief holds as one text with commas. */
export function CommaListQuestion({ name }: { name: FieldOf<'comma-list'> }) {
  const { form, label, hint, placeholder, error } = useQuestion(name);
  const { field } = useController({ control: form.control, name });
  return (
    <Field label={label} hint={hint} error={error} isOptional>
      <ChipInput
        ref={field.ref}
        value={splitCommaList(field.value)}
        onChange={(entries) => field.onChange(entries.join(', '))}
        onBlur={() => afterPress(field.onBlur)}
        {...placeholder}
      />
    </Field>
  );
}
