import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { answeredStep, furthestStep } from '@atelier/domain/onboarding/rules.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { parseStartParameters, settledQuery } from '../draft/start-parameters.ts';

/**
 * The step on the page. The address holds it, so that the browser's back, a reload and a link lead to a step; one that
 * may not be opened yet leads to the furthest that may. What the address asks for counts once: answers that open a later
 * step, typed before the address has settled, don't move anybody on.
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
  // What was used up leaves the address, and so does a step that cannot be opened.
  const settled = settledQuery(search, step).toString();
  useEffect(() => {
    if (search.toString() !== settled) setSearch(settled, { replace: true, preventScrollReset: true });
  }, [search, settled, setSearch]);

  return { step, furthest, seen: Math.max(seen, step, answeredStep(furthest) + 1), goTo };
}

/** The heading of a step, which takes the keyboard and comes into view when the step changes, but not on opening. */
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
