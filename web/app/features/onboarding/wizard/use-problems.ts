import { type Brief, ONBOARDING_STEPS } from '@atelier/domain/onboarding/brief.ts';
import { type Control, useWatch } from 'react-hook-form';
import { stepProblems } from '../step-problems.ts';

const problemsByStep = (brief: Brief) => ONBOARDING_STEPS.map((_, index) => stepProblems(index + 1, brief));

/** The problems of each step, in the order of the steps, updated while the client types. */
export function useProblems(control: Control<Brief>): ReturnType<typeof problemsByStep> {
  return useWatch({ control, compute: problemsByStep });
}

/** Whether a step has no problems. */
export const isFine = (problems: ReturnType<typeof stepProblems> | undefined) =>
  problems?.missing.length === 0 && problems.unlikely.length === 0;
