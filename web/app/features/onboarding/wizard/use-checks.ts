import { BRIEF, BRIEF_FIELDS, type Brief, fieldsOfStep } from '@atelier/domain/onboarding/brief.ts';
import { type KeyboardEvent, useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { allProblems } from '../step-problems.ts';

/** Checks answers and leads to those that are wrong. */
export function useChecks(form: UseFormReturn<Brief>, step: number, goTo: (step: number) => void) {
  /** Shows what is wrong with these answers and goes to the first of them; says whether all are right. */
  const check = (fields: (keyof Brief)[]) => form.trigger(fields, { shouldFocus: true });

  // What is said to be wrong goes as soon as it is right, also where another answer made it so.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: () => {
          const wrong = fieldsOfStep(step).filter((field) => form.getFieldState(field).invalid);
          if (wrong.length > 0) void form.trigger(wrong);
        },
      }),
    [form, step],
  );

  return {
    check,
    checkStep: (which = step) => check(fieldsOfStep(which)),
    /** Checks the whole brief and opens the first step where something is wrong. */
    async checkAll(): Promise<boolean> {
      if (await form.trigger()) return true;
      const wrong = BRIEF_FIELDS.find((field) => form.getFieldState(field).invalid);
      if (wrong) goTo(BRIEF[wrong].step);
      return false;
    },
    /** A disabled Next takes no Enter; what is missing shows instead. */
    onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement))
        return;
      if (allProblems(step, form.getValues()).length > 0) void check(fieldsOfStep(step));
    },
  };
}
