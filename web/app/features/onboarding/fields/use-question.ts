import { questions } from '@atelier/content/questions.ts';
import type { Brief, BriefField } from '@atelier/domain/onboarding/brief.ts';
import { type FieldPath, get, type UseFormReturn, useFormContext, useFormState } from 'react-hook-form';
import { afterPress } from '../../../ui/forms/after-press.ts';

/** The first message of an error, which for a list may belong to an entry. */
function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  if (!Array.isArray(error)) return undefined;
  return error.map(firstMessage).find((message) => message !== undefined);
}

/** A question of the brief: its text, its error and the form. */
export function useQuestion<Name extends BriefField>(name: Name) {
  const form = useFormContext<Brief>();
  const { errors } = useFormState<Brief>({ control: form.control, name });
  const { label, hint, placeholder } = questions[name];
  const error = firstMessage(get(errors, name));
  return { form, label, hint, placeholder: placeholder === undefined ? {} : { placeholder }, error };
}

/** Registers a field. Its error shows only after a pending press, whose target it would move. */
export function registerField(form: UseFormReturn<Brief>, name: FieldPath<Brief>) {
  const { onBlur, ...field } = form.register(name);
  const blurred: typeof onBlur = async (event) => afterPress(() => void onBlur(event));
  return { ...field, onBlur: blurred };
}
