import { type Issue, issuesOf, issueText } from '@atelier/domain/errors.ts';
import { type Brief, ONBOARDING_STEPS } from '@atelier/domain/onboarding/brief.ts';
import { stepIssues } from '@atelier/domain/onboarding/rules.ts';
import { briefSchema } from '@atelier/domain/onboarding/schema.ts';
import { unlikelyAnswers } from '@atelier/domain/onboarding/unlikely-answers.ts';
import { toNestErrors } from '@hookform/resolvers';
import { type Control, type FieldErrors, type Resolver, useWatch } from 'react-hook-form';
import { localDay } from '../../../lib/format.ts';

/** Missing answers, and answers that can't be right: the client stays on the step. */
export function stepProblems(step: number, brief: Brief): { missing: Issue[]; unlikely: Issue[] } {
  return { missing: stepIssues(step, brief), unlikely: unlikelyAnswers(step, brief, localDay()) };
}

export function allProblems(step: number, brief: Brief): Issue[] {
  const { missing, unlikely } = stepProblems(step, brief);
  return [...missing, ...unlikely];
}

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
    // A field shows its first issue.
    issues.toReversed().map((issue) => [issue.path, { type: 'invalid', message: issueText(issue) }]),
  );
  return { values: {}, errors: toNestErrors<Brief>(flat, options) };
};

const problemsByStep = (brief: Brief) => ONBOARDING_STEPS.map((_, index) => stepProblems(index + 1, brief));

/** The problems of each step in order, updated while the client types. */
export function useProblems(control: Control<Brief>): ReturnType<typeof problemsByStep> {
  return useWatch({ control, compute: problemsByStep });
}

export const isFine = (problems: ReturnType<typeof stepProblems> | undefined) =>
  problems?.missing.length === 0 && problems.unlikely.length === 0;
