import { issuesOf, issueText } from '@atelier/domain/errors.ts';
import { toNestErrors } from '@hookform/resolvers';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';

/**
 * A form's resolver that reports only the schema's first issue, on its field (specification section
 * 5).
 */
export function firstIssueResolver<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values, _context, options) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const [issue] = issuesOf(parsed.error);
    const error = { type: 'custom', message: issue ? issueText(issue) : '' };
    return { values: {}, errors: toNestErrors({ [issue?.path || 'root']: error }, options) };
  };
}

/**
 * A form that shows one issue at a time, and why `send` failed: on `failureField` with the focus on
 * it, or by default in `errors.root`, which takes no focus.
 */
export function useAccountForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  send,
  describeFailure,
  failureField = 'root',
}: {
  schema: z.ZodType<Output, Input>;
  defaultValues: DefaultValues<Input>;
  /** Throws the failure. What it finds wrong itself, it sets on the form. */
  send: (filled: Output, form: UseFormReturn<Input, unknown, Output>) => Promise<void>;
  describeFailure: (error: unknown) => string;
  failureField?: Path<Input> | 'root';
}) {
  const form = useForm<Input, unknown, Output>({ defaultValues, resolver: firstIssueResolver(schema) });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (filled) => {
    try {
      await send(filled, form);
    } catch (error) {
      form.setError(failureField, { message: describeFailure(error) }, { shouldFocus: true });
    }
  });
  return { form, errors, isSubmitting, submit };
}
