import { toNestErrors } from '@hookform/resolvers';
import type { FieldValues, Resolver } from 'react-hook-form';
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
    const issue = parsed.error.issues[0];
    const error = { type: issue?.code ?? 'custom', message: issue?.message ?? '' };
    return { values: {}, errors: toNestErrors({ [issue?.path.join('.') || 'root']: error }, options) };
  };
}
