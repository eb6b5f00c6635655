import { splitCommaList } from '@atelier/domain/text.ts';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { afterPress } from '../../../ui/after-press.ts';
import { ChipInput } from '../../../ui/chip-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { useQuestion } from './use-question.ts';

interface ListQuestionProps {
  hint?: ReactNode;
  placeholder?: string;
}

/** A question answered with a list of short texts. */
export function ListQuestion({
  name,
  hint,
  placeholder,
}: ListQuestionProps & { name: 'mustHaves' | 'niceToHaves' }) {
  const { form, label, error } = useQuestion(name);
  const { field } = useController({ control: form.control, name });
  return (
    <Field label={label} hint={hint} error={error} isOptional>
      <ChipInput
        ref={field.ref}
        value={field.value}
        onChange={field.onChange}
        onBlur={() => afterPress(field.onBlur)}
        {...(placeholder && { placeholder })}
      />
    </Field>
  );
}

/** The list of pages, which the brief holds as one text with commas. */
export function PagesQuestion({ hint, placeholder }: ListQuestionProps) {
  const { form, label, error } = useQuestion('pages');
  const { field } = useController({ control: form.control, name: 'pages' });
  return (
    <Field label={label} hint={hint} error={error} isOptional>
      <ChipInput
        ref={field.ref}
        value={splitCommaList(field.value)}
        onChange={(pages) => field.onChange(pages.join(', '))}
        onBlur={() => afterPress(field.onBlur)}
        {...(placeholder && { placeholder })}
      />
    </Field>
  );
}
