import { useCallback, useEffect, useState } from 'react';

/**
 * Seconds left until something may be done again, and how to start over. Counts against the clock, so that it is
 * right again after the tab has slept.
 */
export function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    if (end <= Date.now()) return;
    const timer = setInterval(tick, 250);
    const stop = setTimeout(() => clearInterval(timer), end - Date.now() + 500);
    return () => {
      clearInterval(timer);
      clearTimeout(stop);
    };
  }, [end]);

  const start = useCallback((seconds: number) => {
    setSecondsLeft(seconds);
    setEnd(Date.now() + seconds * 1000);
  }, []);
  return [secondsLeft, start];
}
