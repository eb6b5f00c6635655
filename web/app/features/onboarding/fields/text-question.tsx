import type { Brief } from '@atelier/domain/onboarding/schema.ts';
import type { ComponentProps, ReactNode } from 'react';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { registerField, useQuestion } from './use-question.ts';

/** The questions that are answered with text. */
type TextName = { [Name in keyof Brief]: string extends Brief[Name] ? Name : never }[keyof Brief];

interface TextQuestionProps {
  name: TextName;
  /** Where the question reads differently than its name in the brief. */
  label?: ReactNode;
  hint?: ReactNode;
  isRequired?: boolean;
  isOptional?: boolean;
  className?: string;
}

/** A question answered in one line. */
export function TextQuestion({
  name,
  label: ownLabel,
  hint,
  isRequired,
  isOptional,
  className,
  ...input
}: TextQuestionProps & Omit<ComponentProps<'input'>, keyof TextQuestionProps>) {
  const { form, label, error } = useQuestion(name);
  return (
    <Field label={ownLabel ?? label} {...{ hint, error, isRequired, isOptional, className }}>
      <Input {...input} {...registerField(form, name)} />
    </Field>
  );
}

/** A question answered in sentences. */
export function LongTextQuestion({
  name,
  label: ownLabel,
  hint,
  isRequired,
  isOptional,
  className,
  ...textarea
}: TextQuestionProps & Omit<ComponentProps<'textarea'>, keyof TextQuestionProps>) {
  const { form, label, error } = useQuestion(name);
  return (
    <Field label={ownLabel ?? label} {...{ hint, error, isRequired, isOptional, className }}>
      <Textarea {...textarea} {...registerField(form, name)} />
    </Field>
  );
}
