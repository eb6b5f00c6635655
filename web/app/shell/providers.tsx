import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import styles from '../app.css?url';
import { queryClient } from '../lib/api/query-client.ts';
import { ToastRegion } from '../ui/feedback/toast.tsx';
import { useAccountChanges, useLiveUpdates } from './live/live-updates.ts';
import { useSignOutCleanup } from './sign-out-cleanup.ts';

/**
 * Around every screen that is rendered in the browser only. What screens behind a sign-in rely on: their stylesheet, the
 * store of server state, passing messages, and components that put no style elements into the page, which its content
 * policy would refuse.
 */
export default function Providers() {
  const userKey = useSignOutCleanup();
  return (
    <CSPProvider disableStyleElements>
      {/* React waits for it before it shows the first screen, and keeps it from then on. */}
      <link rel="stylesheet" href={styles} precedence="app" />
      <QueryClientProvider client={queryClient}>
        <LiveUpdates />
        <Outlet key={userKey} />
        <ToastRegion />
      </QueryClientProvider>
    </CSPProvider>
  );
}

function LiveUpdates() {
  useLiveUpdates();
  useAccountChanges();
  return null;
}
