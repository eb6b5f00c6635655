import { useEffect, useEffectEvent, useState } from 'react';

/** The wait before an automatic retry, in s. */
const RETRY_SECONDS = 5;

/** Retries once after a while, and shows the countdown. */
export function RetryNote({ seconds = RETRY_SECONDS, onRetry }: { seconds?: number; onRetry: () => void }) {
  const [left, setLeft] = useState(seconds);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const rest = Math.ceil((end - performance.now()) / 1000);
      setLeft(Math.max(0, rest));
      if (rest > 0) return;
      clearInterval(timer);
      retry();
    }, 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <p className="text-sm tabular-nums">
      {/* A count read out each second would drown out everything else. */}
      <span className="sr-only">Trying again in a few seconds.</span>
      <span aria-hidden="true">{left > 0 ? `Trying again in ${left} s` : 'Trying again…'}</span>
    </p>
  );
}
