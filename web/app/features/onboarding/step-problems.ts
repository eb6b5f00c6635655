import type { Issue } from '@atelier/domain/errors.ts';
import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { stepIssues } from '@atelier/domain/onboarding/rules.ts';
import { unlikelyAnswers } from '@atelier/domain/onboarding/unlikely-answers.ts';
import { localDay } from '../../lib/format.ts';

/**
 * The problems that keep the client on a step: missing answers, and answers that can't be right.
 */
export function stepProblems(step: number, brief: Brief): { missing: Issue[]; unlikely: Issue[] } {
  return { missing: stepIssues(step, brief), unlikely: unlikelyAnswers(step, brief, localDay()) };
}

/** The same in one list. */
export function allProblems(step: number, brief: Brief): Issue[] {
  const { missing, unlikely } = stepProblems(step, brief);
  return [...missing, ...unlikely];
}
