import { questions } from '@atelier/content/questions.ts';
import type { Brief, BriefField } from '@atelier/domain/onboarding/brief.ts';
import { type FieldPath, get, type UseFormReturn, useFormContext, useFormState } from 'react-hook-form';
import { afterPress } from '../../../ui/forms/after-press.ts';

/** The first message in an error of the form, which for a list may belong to one of its entries. */
function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  if (!Array.isArray(error)) return undefined;
  return error.map(firstMessage).find((message) => message !== undefined);
}

/** A question of the brief: its words, what is wrong with its answer, and the form that holds it. */
export function useQuestion<Name extends BriefField>(name: Name) {
  const form = useFormContext<Brief>();
  const { errors } = useFormState<Brief>({ control: form.control, name });
  const { label, hint, placeholder } = questions[name];
  const error = firstMessage(get(errors, name));
  return { form, label, hint, placeholder: placeholder === undefined ? {} : { placeholder }, error };
}

/** Binds a field to the form; what is wrong with it shows only when no press is under way that it would move. */
export function registerField(form: UseFormReturn<Brief>, name: FieldPath<Brief>) {
  const { onBlur, ...field } = form.register(name);
  const blurred: typeof onBlur = async (event) => afterPress(() => void onBlur(event));
  return { ...field, onBlur: blurred };
}
