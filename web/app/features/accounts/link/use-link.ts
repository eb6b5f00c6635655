import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type AuthLink, parseAuthLink } from './auth-link.ts';

/**
 * Runs the link's work once. Returns its outcome, undefined until then, and a function that
 * replaces it with the outcome of a press.
 *
 * @param work must not reject
 */
export function useLink<Outcome>(
  work: (link: AuthLink) => Promise<Outcome>,
): [outcome: Outcome | undefined, follow: (next: Promise<Outcome>) => Promise<void>, presses: number] {
  const { search, hash } = useLocation();
  const [outcome, setOutcome] = useState<Outcome>();
  const [presses, setPresses] = useState(0);
  const hasBegun = useRef(false);
  const follow = useCallback(async (next: Promise<Outcome>) => {
    setOutcome(await next);
    setPresses((before) => before + 1);
  }, []);
  useEffect(() => {
    // A code can be exchanged once, however often React runs an effect.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void work(parseAuthLink({ search, hash })).then(setOutcome);
  }, [work, search, hash]);
  return [outcome, follow, presses];
}
