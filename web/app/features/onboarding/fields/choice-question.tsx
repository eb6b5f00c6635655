import { answerLabel, questions } from '@atelier/content/questions.ts';
import { BRIEF, type FieldOf, isRequired } from '@atelier/domain/onboarding/brief.ts';
import { splitCommaList } from '@atelier/domain/text.ts';
import { useController, useWatch } from 'react-hook-form';
import { afterPress } from '../../../ui/forms/after-press.ts';
import { ChipInput } from '../../../ui/forms/chip-input.tsx';
import { ChoiceGroup } from '../../../ui/forms/choices.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { useQuestion } from './use-question.ts';

/** A question with a few answers, all visible. */
export function ChoiceQuestion({ name }: { name: FieldOf<'choice'> }) {
  const { form, label, hint, error } = useQuestion(name);
  // Controlled: an unanswered group of radio buttons read from the page would be null instead of empty.
  const { field } = useController({ control: form.control, name });
  const answers: readonly string[] = BRIEF[name].answers;
  const isAnswerNeeded = isRequired(name);
  return (
    <ChoiceGroup<string>
      legend={
        <>
          {label}
          {!isAnswerNeeded && <span className="ml-1.5 font-normal text-ink-faint">optional</span>}
        </>
      }
      hint={hint}
      error={error}
      choices={answers.map((value) => ({ value, label: answerLabel(name, value) }))}
      value={answers.find((answer) => answer === field.value)}
      onChange={(answer) => field.onChange(answer)}
      onClear={isAnswerNeeded ? undefined : () => field.onChange('')}
      control={{
        ref: (radio) => field.ref(radio && { focus: () => firstOfGroup(radio).focus() }),
        'aria-required': isAnswerNeeded || undefined,
        'aria-invalid': error ? true : undefined,
      }}
    />
  );
}

/** Where the keyboard enters a group of radio buttons. */
function firstOfGroup(radio: HTMLInputElement): HTMLInputElement {
  const group = radio.closest('fieldset');
  return group?.querySelector<HTMLInputElement>('input:checked') ?? group?.querySelector('input') ?? radio;
}

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

/** A question answered with a list of short texts, which the brief holds as such or as one text with commas. */
export function ListQuestion({ name }: { name: FieldOf<'entries'> | FieldOf<'comma-list'> }) {
  const { form, label, hint, placeholder, error } = useQuestion(name);
  const { field } = useController({ control: form.control, name });
  const isOneText = typeof field.value === 'string';
  return (
    <Field label={label} hint={hint} error={error} isOptional>
      <ChipInput
        ref={field.ref}
        value={typeof field.value === 'string' ? splitCommaList(field.value) : field.value}
        onChange={(entries) => field.onChange(isOneText ? entries.join(', ') : entries)}
        onBlur={() => afterPress(field.onBlur)}
        {...placeholder}
      />
    </Field>
  );
}
