import { useEffect } from 'react';
import { Outlet } from 'react-router';
import type { Route } from './+types/app-frame.ts';
import { portalFootLinks } from './navigation.content.ts';
import { preloadScreens } from './preload-screens.ts';
import { AppFoot, SiteFrame } from './site-frame.tsx';
import { ErrorScreen } from './status-screens.tsx';

const foot = <AppFoot links={portalFootLinks} className="max-w-page px-5 sm:px-8" />;

/** Around the screens of the client's area: the site's header, one line at the foot, and the page's margins. */
export default function AppFrame() {
  useEffect(
    () => preloadScreens(['areas/portal/', 'features/onboarding/', 'features/accounts/profile/']),
    [],
  );
  return (
    <SiteFrame foot={foot}>
      {/* As high as what the header leaves of the window: the footer stays below it and moves nowhere while data arrives. */}
      <div className="mx-auto min-h-[calc(100dvh-4.5rem-1px)] max-w-page px-5 pt-5 pb-10 sm:px-8 sm:pt-8 sm:pb-14">
        <Outlet />
      </div>
    </SiteFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SiteFrame foot={foot}>
      <ErrorScreen error={error} />
    </SiteFrame>
  );
}
