import type { Issue } from '@atelier/domain/errors.ts';
import { type Brief, ONBOARDING_STEPS, stepIssues } from '@atelier/domain/onboarding.ts';
import { type Control, useWatch } from 'react-hook-form';

const issuesByStep = (brief: Brief): Issue[][] =>
  ONBOARDING_STEPS.map((_, index) => stepIssues(index + 1, brief));

/** What stops each step from being left, in the order of the steps, followed as it is typed. */
export function useIssues(control: Control<Brief>): Issue[][] {
  return useWatch({ control, compute: issuesByStep });
}
