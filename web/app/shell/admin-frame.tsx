import { api } from '@atelier/domain/api.ts';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { AdminDrawer, AdminSidebar } from '../areas/studio/layout/admin-navigation.tsx';
import { usePalette } from '../areas/studio/palette/use-palette.tsx';
import { callApi } from '../lib/api/api-client.ts';
import { isAborted } from '../lib/api/api-error.ts';
import { Navigate } from '../lib/pages/links.ts';
import type { AdminHandle } from '../lib/pages/page-routes.ts';
import { type GuardState, wholePath } from '../lib/pages/return-to.ts';
import { useAccount } from '../lib/session/account.ts';
import { useIsSetUpRequired } from '../lib/session/second-factor.ts';
import type { Route } from './+types/admin-frame.ts';
import { AdminHeader } from './account-menu.tsx';
import { studioFootLinks } from './navigation.content.ts';
import { preloadScreens } from './preload-screens.ts';
import { AppFoot, NavigationProgress, SkipLink, useMainFocus } from './site-frame.tsx';
import { ErrorScreen, LoadingScreen } from './status-screens.tsx';

/** The folders of the back office's screens. */
const STUDIO_SCREENS = [
  'areas/studio/',
  'features/accounts/studio/',
  'features/audit/',
  'features/contracts/studio/',
  'features/enquiries/studio/',
  'features/health/',
];

/**
 * Lets only admins into the back office, inside `RequireSession`. Asks the server unless the flag is
 * known, and sends all others to /forbidden in place of this page, so that going back from there leads
 * past it (specification section 2). Admins who have to set up a second factor first are sent to where
 * they can, and return from there.
 */
export default function RequireAdmin() {
  const { isAdmin, status } = useAccount();
  const isSetUpRequired = useIsSetUpRequired();
  const location = useLocation();
  const [verdict, setVerdict] = useState<'asking' | 'admin' | 'refused'>('asking');
  const isKnown = isAdmin || verdict === 'admin';

  useEffect(() => {
    // An earlier answer no longer counts once the flag is gone: ask again.
    if (isAdmin) setVerdict('asking');
  }, [isAdmin]);

  useEffect(() => {
    // The account's own record may say so without another request.
    if (isKnown || status === 'loading') return;
    const asking = new AbortController();
    callApi(api.pingAdmin, { signal: asking.signal }).then(
      () => setVerdict('admin'),
      (error) => !isAborted(error) && setVerdict('refused'),
    );
    return () => asking.abort();
  }, [isKnown, status]);

  if (isSetUpRequired) {
    const state: GuardState = { from: wholePath(location), isSetUpRequired };
    return <Navigate to="/profile" replace state={state} />;
  }
  if (isKnown) {
    return (
      <AdminFrame>
        <Outlet />
      </AdminFrame>
    );
  }
  return verdict === 'refused' ? (
    <Navigate to="/forbidden" replace />
  ) : (
    <LoadingScreen label="Verifying admin…" />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <AdminFrame>
      <ErrorScreen error={error} />
    </AdminFrame>
  );
}

/** Around the screens of the admin area: the header, and the sidebar (a drawer where there is no room). */
function AdminFrame({ children }: { children: ReactNode }) {
  const main = useMainFocus();
  const { palette, open } = usePalette(main);
  useEffect(() => preloadScreens(STUDIO_SCREENS), []);
  const isFullWidth = useMatches().some((match) => (match.handle as AdminHandle | undefined)?.isFullWidth);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <AdminHeader />
      <AdminDrawer onSearch={open} />
      <div className="flex flex-1">
        <AdminSidebar onSearch={open} />
        <div className="flex min-w-0 flex-1 flex-col">
          <main
            id="main"
            ref={main}
            tabIndex={-1}
            className="min-h-[calc(100dvh-4.5rem)] flex-1 px-5 py-8 sm:px-8 lg:min-h-[calc(100dvh-3.5rem)] lg:px-6 lg:py-4"
          >
            {/* From the sidebar on, like the screens that fill the window: going between them, titles keep their place. */}
            <div className={clsx(!isFullWidth && 'max-w-page')}>{children}</div>
            <NavigationProgress />
          </main>
          <AppFoot links={studioFootLinks} className="px-5 sm:px-8 lg:px-6" />
        </div>
      </div>
      {palette}
    </div>
  );
}
