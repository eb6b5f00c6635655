import { BRIEF, BRIEF_FIELDS, type Brief, fieldsOfStep } from '@atelier/domain/onboarding/brief.ts';
import { answeredStep, furthestStep } from '@atelier/domain/onboarding/rules.ts';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { parseStartParameters, settledQuery } from '../draft/start-parameters.ts';
import { allProblems } from './brief-problems.ts';

/**
 * The current step. The address holds it for the back button, a reload and links; a step that can't
 * be opened yet leads to the furthest one that can. The address counts once: answers typed before
 * it settles, which open a later step, don't move the client.
 */
export function useStep(form: UseFormReturn<Brief>, opening: { step: number }) {
  const [search, setSearch] = useSearchParams();
  const furthest = useWatch({ control: form.control, compute: (brief: Brief) => furthestStep(brief) });
  const wanted = parseStartParameters(search).step;
  const [place, setPlace] = useState({ wanted, step: wanted ?? opening.step });
  const step = Math.min(place.wanted === wanted ? place.step : (wanted ?? opening.step), furthest);
  if (place.wanted !== wanted || place.step !== step) setPlace({ wanted, step });
  const [seen, setSeen] = useState(step);
  if (step > seen) setSeen(step);

  const goTo = useCallback(
    (next: number) => setSearch((query) => settledQuery(query, next), { preventScrollReset: true }),
    [setSearch],
  );
  // Removes consumed parameters from the address, and a step that can't be opened.
  const settled = settledQuery(search, step).toString();
  useEffect(() => {
    if (search.toString() !== settled) setSearch(settled, { replace: true, preventScrollReset: true });
  }, [search, settled, setSearch]);

  return { step, furthest, seen: Math.max(seen, step, answeredStep(furthest) + 1), goTo };
}

/** The heading of a step: focused and scrolled to when the step changes, but not on opening. */
export function useStepHeading(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [step]);
  return heading;
}

/** Checks answers and focuses the first that is wrong. */
export function useChecks(form: UseFormReturn<Brief>, step: number, goTo: (step: number) => void) {
  /** Shows the errors of these fields and focuses the first; returns whether there are none. */
  const check = (fields: (keyof Brief)[]) => form.trigger(fields, { shouldFocus: true });

  // An error disappears as soon as its answer is right, also through another answer.
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
    /** Checks the whole brief and opens the first step with an error. */
    async checkAll(): Promise<boolean> {
      if (await form.trigger()) return true;
      const wrong = BRIEF_FIELDS.find((field) => form.getFieldState(field).invalid);
      if (wrong) goTo(BRIEF[wrong].step);
      return false;
    },
    /** A disabled Next ignores Enter: the missing answers show instead. */
    onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement))
        return;
      if (allProblems(step, form.getValues()).length > 0) void check(fieldsOfStep(step));
    },
  };
}
