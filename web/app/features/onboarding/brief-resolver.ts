import { issuesOf } from '@atelier/domain/errors.ts';
import { type Brief, ONBOARDING_STEPS } from '@atelier/domain/onboarding/brief.ts';
import { briefSchema } from '@atelier/domain/onboarding/schema.ts';
import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { allProblems } from './step-problems.ts';

/**
 * Validates a brief for the form: the server's shapes, the rules of every step, and answers that
 * can't be right. The form asks for the fields of one step at a time. The values stay as typed; the
 * server cleans them.
 */
export const resolveBrief: Resolver<Brief> = (values, _context, options) => {
  const shape = briefSchema.safeParse(values);
  const problems = ONBOARDING_STEPS.flatMap((_, index) => allProblems(index + 1, values));
  const issues = [...problems, ...(shape.success ? [] : issuesOf(shape.error))];
  if (issues.length === 0) return { values, errors: {} };
  const flat: FieldErrors = Object.fromEntries(
    // The first thing wrong with a field is the one that is said.
    issues.toReversed().map(({ path, message }) => [path, { type: 'invalid', message }]),
  );
  return { values: {}, errors: toNestErrors<Brief>(flat, options) };
};
