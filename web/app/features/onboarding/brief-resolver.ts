import { issuesOf } from '@atelier/domain/errors.ts';
import { type Brief, briefIssues, briefSchema } from '@atelier/domain/onboarding.ts';
import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, Resolver } from 'react-hook-form';

/**
 * What is wrong with a brief, for the form: the shapes that the server takes and the rules of every step. The form asks
 * for the fields of one step at a time. The values stay as they were typed; the server cleans them.
 */
export const resolveBrief: Resolver<Brief> = (values, _context, options) => {
  const shape = briefSchema.safeParse(values);
  const issues = [...briefIssues(values), ...(shape.success ? [] : issuesOf(shape.error))];
  if (issues.length === 0) return { values, errors: {} };
  const flat: FieldErrors = Object.fromEntries(
    // The first thing wrong with a field is the one that is said.
    issues.toReversed().map(({ path, message }) => [path, { type: 'invalid', message }]),
  );
  return { values: {}, errors: toNestErrors<Brief>(flat, options) };
};
