import {
  USERNAME_CHECK_DELAY_MS,
  type UsernameStatus,
  usernameShape,
} from '@atelier/domain/accounts/rules.ts';
import { useCallback, useEffect, useState } from 'react';
import { checkUsername } from './check-username.ts';

/**
 * What the username field shows while it is being typed. The check starts when typing has stood still, and every
 * change cancels the one before (specification section 4). `checkAgain` repeats a check that failed.
 */
export function useUsernameStatus(typed: string): { status: UsernameStatus; checkAgain: () => void } {
  const username = typed.trim();
  const shape = usernameShape(username);
  const [checked, setChecked] = useState<{ username: string; status: 'ok' | 'taken' | 'error' }>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a reason to ask again
  useEffect(() => {
    if (shape !== 'checking') return;
    const given = new AbortController();
    const check = async () => {
      const status = await checkUsername(username, given.signal).then(
        (isFree) => (isFree ? 'ok' : 'taken'),
        () => 'error' as const,
      );
      if (!given.signal.aborted) setChecked({ username, status });
    };
    const timer = setTimeout(check, USERNAME_CHECK_DELAY_MS);
    return () => {
      clearTimeout(timer);
      given.abort();
      setChecked(undefined);
    };
  }, [username, shape, attempt]);

  const checkAgain = useCallback(() => setAttempt((count) => count + 1), []);
  if (shape !== 'checking') return { status: shape, checkAgain };
  return { status: checked?.username === username ? checked.status : 'checking', checkAgain };
}
