import { answerLabel } from '@atelier/content/questions.ts';
import { BRIEF, type FieldOf, isRequired } from '@atelier/domain/onboarding/brief.ts';
import { useController } from 'react-hook-form';
import { ChoiceGroup } from '../../../ui/forms/choices.tsx';
import { useQuestion } from './use-question.ts';

/** A question with a few answers, all in sight. */
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
