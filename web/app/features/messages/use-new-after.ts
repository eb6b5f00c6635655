import { useEffect, useState } from 'react';

/**
 * The message after which all is new to the reader: where they had come to when they opened the thread, or when they
 * last looked away from it. It stays while they read, so that the line above what is new does not vanish at once.
 * @param readUpTo where they stand by now; undefined while that is not known
 */
export function useNewAfter(readUpTo: string | null | undefined) {
  const [newAfter, setNewAfter] = useState(readUpTo);
  if (newAfter === undefined && readUpTo !== undefined) setNewAfter(readUpTo);
  useEffect(() => {
    const lookAway = () => {
      if (document.visibilityState === 'hidden') setNewAfter(readUpTo);
    };
    document.addEventListener('visibilitychange', lookAway);
    return () => document.removeEventListener('visibilitychange', lookAway);
  }, [readUpTo]);
  return [newAfter, setNewAfter] as const;
}
