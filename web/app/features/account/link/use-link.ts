import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type AuthLink, parseAuthLink } from './auth-link.ts';

/**
 * Does once what the link that led to this page is for, and returns what came of it; undefined until then.
 *
 * @param work must not reject
 */
export function useLink<Outcome>(work: (link: AuthLink) => Promise<Outcome>): Outcome | undefined {
  const { search, hash } = useLocation();
  const [outcome, setOutcome] = useState<Outcome>();
  const hasBegun = useRef(false);
  useEffect(() => {
    // A code can be exchanged once, however often React runs an effect.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void work(parseAuthLink({ search, hash })).then(setOutcome);
  }, [work, search, hash]);
  return outcome;
}
