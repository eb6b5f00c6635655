import type { Brief } from '@atelier/domain/onboarding.ts';
import type { ReactNode } from 'react';
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
  return (
    <ChoiceGroup
      legend={
        <>
          {label}
          {!isRequired && <span className="ml-1.5 font-normal text-ink-faint">optional</span>}
        </>
      }
      hint={hint}
      error={error}
      choices={answers.map((value) => ({ value, label: labels[value] }))}
      control={{
        ...form.register(name),
        'aria-required': isRequired || undefined,
        'aria-invalid': error ? true : undefined,
      }}
    />
  );
}
