import { useEffect, useState } from 'react';
import { refreshAccessToken } from '../../../lib/session.ts';

/**
 * Renews the session while it waits for a change of address, which may have been confirmed in another browser: when the
 * profile opens, and when its tab is looked at again.
 */
export function useFreshAddress(isWaiting: boolean): void {
  const [hasWaited] = useState(isWaiting);
  useEffect(() => {
    if (hasWaited) void refreshAccessToken();
  }, [hasWaited]);
  useEffect(() => {
    if (!isWaiting) return;
    const look = () => {
      if (document.visibilityState === 'visible') void refreshAccessToken();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isWaiting]);
}
