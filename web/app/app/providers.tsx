import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import styles from '../app.css?url';
import { forgetRecentPlaces } from '../features/admin/palette/recent-places.ts';
import { forgetUnsent } from '../features/portal/feedback/unsent-store.ts';
import { queryClient } from '../lib/query-client.ts';
import { getSession, useSession } from '../lib/session.ts';
import { ToastRegion } from '../ui/toast.tsx';
import { useLiveUpdates } from './live/use-live-updates.ts';

/**
 * Around every screen that is rendered in the browser only. What screens behind a sign-in rely on: their stylesheet, the
 * store of server state, passing messages, and components that put no style elements into the page, which its content
 * policy would refuse.
 */
export default function Providers() {
  useForgetting();
  return (
    <CSPProvider disableStyleElements>
      {/* React waits for it before it shows the first screen, and keeps it from then on. */}
      <link rel="stylesheet" href={styles} precedence="app" />
      <QueryClientProvider client={queryClient}>
        <LiveUpdates />
        <Outlet />
        <ToastRegion />
      </QueryClientProvider>
    </CSPProvider>
  );
}

function LiveUpdates() {
  useLiveUpdates();
  return null;
}

/** What one person was shown is gone before another sees the screen. */
function useForgetting() {
  const session = useSession();
  const id = session.status === 'signed-in' ? session.user.id : undefined;
  useEffect(() => {
    if (!id) return;
    return () => {
      queryClient.clear();
      const now = getSession();
      // A session that has run out or was ended elsewhere takes no words away: they wait for the same person.
      if (now.status === 'signed-out' && !now.hasEnded) {
        forgetUnsent();
        forgetRecentPlaces();
      }
    };
  }, [id]);
}
