import type { PageAddress } from '@atelier/domain/pages.ts';
import { useEffect } from 'react';
import { useNavigate } from '../../lib/links.ts';

/** Where to go, after how many milliseconds, and what to leave in the history entry there. */
export interface Redirect {
  to: PageAddress;
  after: number;
  state?: unknown;
}

/** Goes somewhere after a moment, long enough to read why. Stays as long as there is nowhere to go. */
export function useRedirect(redirect: Redirect | undefined): void {
  const navigate = useNavigate();
  const { to, after, state } = redirect ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is data, written anew on every render
  useEffect(() => {
    if (to === undefined) return;
    const timer = setTimeout(() => navigate(to, { replace: true, state }), after);
    return () => clearTimeout(timer);
  }, [navigate, to, after]);
}
