import type { Brief } from '@atelier/domain/onboarding/schema.ts';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { useQuestion } from './use-question.ts';

type ChoiceName = 'budgetRange' | 'timelineConfidence' | 'successMetric' | 'contentReadiness';

/** A question with a few answers, all in sight. */
export function ChoiceQuestion<Name extends ChoiceName>({
  name,
  answers,
  labels,
  hint,
  isRequired = false,
}: {
  name: Name;
  answers: readonly Exclude<Brief[Name], ''>[];
  labels: Record<Exclude<Brief[Name], ''>, string>;
  hint?: ReactNode;
  isRequired?: boolean;
}) {
  const { form, label, error } = useQuestion(name);
  // Controlled: an unanswered group of radio buttons read from the page would be null instead of empty.
  const { field } = useController({ control: form.control, name });
  return (
    <ChoiceGroup<Exclude<Brief[Name], ''>>
      legend={
        <>
          {label}
          {!isRequired && <span className="ml-1.5 font-normal text-ink-faint">optional</span>}
        </>
      }
      hint={hint}
      error={error}
      choices={answers.map((value) => ({ value, label: labels[value] }))}
      value={answers.find((answer) => answer === field.value)}
      onChange={(answer) => field.onChange(answer)}
      onClear={isRequired ? undefined : () => field.onChange('')}
      control={{
        ref: (radio) => field.ref(radio && { focus: () => firstOfGroup(radio).focus() }),
        'aria-required': isRequired || undefined,
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
