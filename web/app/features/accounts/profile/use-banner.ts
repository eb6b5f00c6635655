import { useEffect, useState } from 'react';

/** How long a banner stays, in ms (specification section 9). */
const STAYS_MS = 8000;

/** A message that leaves by itself after eight seconds. */
export function useBanner(): [message: string | undefined, show: (message: string) => void] {
  const [banner, setBanner] = useState<{ message: string }>();
  useEffect(() => {
    if (!banner) return;
    const timer = setTimeout(() => setBanner(undefined), STAYS_MS);
    return () => clearTimeout(timer);
  }, [banner]);
  return [banner?.message, (message) => setBanner({ message })];
}
